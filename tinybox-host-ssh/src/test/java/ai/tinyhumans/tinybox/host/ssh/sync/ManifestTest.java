package ai.tinyhumans.tinybox.host.ssh.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestTest {

    private static final String ONE = "1".repeat(64) + "-";
    private static final String TWO = "2".repeat(64) + "x";

    private static Manifest manifest(Map<String, String> contents) {
        return new Manifest(new TreeMap<>(contents));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void isReadAsItWasWritten() {
        for (Manifest written : List.of(Manifest.EMPTY, manifest(Map.of("a\nb", ONE, "-n/\u00ff", TWO)))) {
            assertThat(Manifest.parse(written.paths(), written.lines())).contains(written);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "./", "./../x", "./a//b", "./a/.", "./a/../../b", "/etc/passwd"})
    void isNotBelievedIfItNamesAPlaceOutside(String path) {
        assertThat(Manifest.parse(bytes(path + "\0"), bytes(ONE + "\n"))).isEmpty();
    }

    @Test
    void isNotBelievedIfItsPartsDoNotFit() {
        assertThat(Manifest.parse(bytes("./a\0./b\0"), bytes(ONE + "\n"))).isEmpty();
        assertThat(Manifest.parse(bytes("./a\0"), bytes("short\n"))).isEmpty();
        assertThat(Manifest.parse(bytes("./..a\0"), bytes(ONE + "\n"))).isPresent();
    }

    @Test
    void changesAreWhatDiffersAndWhatIsGone() {
        Manifest there = manifest(Map.of("same", ONE, "other", ONE, "d/e/gone", ONE, "d/kept", ONE, "x", ONE));
        Manifest here = manifest(Map.of("same", ONE, "other", TWO, "d/kept", ONE, "new", ONE, "x/y", ONE));
        List<TreeFile> files = here.contents().keySet().stream()
                .map(path -> new TreeFile(path, Path.of(path), false, 0))
                .toList();
        Changes changes = Changes.between(there, true, files, here);
        assertThat(changes.toSend()).extracting(TreeFile::path).containsExactly("new", "other", "x/y");
        assertThat(changes.gone()).containsExactly("d/e/gone", "x");
        assertThat(changes.left()).containsExactly("d/e");
        assertThat(changes.passed()).containsExactly("d", "d/e", "x");
        assertThat(Changes.between(there, false, files, here).toSend()).hasSize(5);
    }

    @Test
    void findsThePathOfALineAndDoesNotBelieveThatThereIsOne() {
        Manifest read = manifest(Map.of("a", ONE, "b", TWO));
        assertThat(read.at("1:x\n2:y:z\n")).containsExactly("a", "b");
        assertThat(read.at("0:\n3:\n-1:\nx:\n1\n99999999999:\n\n")).isEmpty();
    }
}
