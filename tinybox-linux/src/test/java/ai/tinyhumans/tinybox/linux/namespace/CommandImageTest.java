package ai.tinyhumans.tinybox.linux.namespace;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.spec.Env;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CommandImageTest {

    private static final long ADDRESS = 0x1_0000_0000L;

    /** Reads an image as the first process and the kernel do. */
    private record Reader(ByteBuffer image) {

        static Reader of(byte[] bytes) {
            return new Reader(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
        }

        private int offset(int pointer) {
            return (int) (image.getLong(pointer) - ADDRESS);
        }

        String string(int pointer) {
            int start = offset(pointer);
            int end = start;
            while (image.get(end) != 0) {
                end++;
            }
            byte[] text = new byte[end - start];
            image.get(start, text);
            return new String(text, StandardCharsets.UTF_8);
        }

        List<String> array(int at) {
            List<String> strings = new ArrayList<>();
            for (int i = at; image.getLong(i) != 0; i += Long.BYTES) {
                strings.add(string(i));
            }
            return strings;
        }

        List<String> arrayAt(int pointer) {
            return array(offset(pointer));
        }
    }

    private static Reader read(List<String> argv, Map<String, String> env) {
        return Reader.of(new CommandImage(argv, new Env(env), "/dir").bytes("m-1"));
    }

    @Test
    void pointsToEachPart() {
        Reader image = read(List.of("prog", "", "é x\n"), Map.of("PATH", "/a:/b"));
        assertThat(image.string(0)).isEqualTo("/dir");
        assertThat(image.arrayAt(8)).containsExactly("prog", "", "é x\n");
        assertThat(image.arrayAt(16)).containsExactly("TINYBOX_EXECUTION=m-1", "PATH=/a:/b");
        assertThat(image.array(24)).containsExactly("/a/prog", "/b/prog");
    }

    @Test
    void looksForANameInPathOnly() {
        assertThat(read(List.of("prog"), Map.of("PATH", ":/a::b:")).array(24)).containsExactly("/a/prog", "b/prog");
        assertThat(read(List.of("prog"), Map.of()).array(24)).isEmpty();
        assertThat(read(List.of("./prog"), Map.of("PATH", "/a")).array(24)).containsExactly("./prog");
    }

    @Test
    void refusesWhatIsNotMapped() {
        String large = "x".repeat(1 << 20);
        assertRefused(
                ErrorCode.LAUNCH_ARGUMENTS_TOO_LONG,
                () -> read(List.of("prog", large, large, large, large, large, large, large, large), Map.of()));
    }
}
