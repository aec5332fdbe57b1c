package ai.tinyhumans.tinybox.host.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FramesTest {

    private static final String TOKEN = "\1token";

    private final StringBuilder data = new StringBuilder();
    private final List<String> lines = new ArrayList<>();
    private final Frames frames = new Frames(TOKEN, new Frames.Ears() {
        @Override
        public void line(String text) {
            lines.add(text);
        }

        @Override
        public void bytes(ByteBuffer bytes) {
            data.append(StandardCharsets.ISO_8859_1.decode(bytes));
        }
    });

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 1000})
    void areToldApartHoweverTheBytesArrive(int piece) {
        String program = "x\1toke\1\1tok\1tokex\1\0\377";
        byte[] all = ("greeting \1tok" + TOKEN + " started 1\n" + program + TOKEN + " ended 0\nlast words")
                .getBytes(StandardCharsets.ISO_8859_1);
        for (int i = 0; i < all.length; i += piece) {
            frames.take(ByteBuffer.wrap(all, i, Math.min(piece, all.length - i)));
        }
        assertThat(lines).containsExactly("started 1", "ended 0");
        assertThat(data).hasToString(program);
        assertThat(new String(frames.foreign(), StandardCharsets.ISO_8859_1)).isEqualTo("greeting \1toklast words");
        assertThat(frames.held()).isZero();
    }
}
