package ai.tinyhumans.tinybox.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StateDirectoryTest {

    private static void assertLocated(Map<String, String> env, String directory) {
        assertThat(StateDirectory.locate(env, "/home/java")).isEqualTo(Path.of(directory));
    }

    @Test
    void takesItsOwnVariableFirst() {
        assertLocated(Map.of("TINYBOX_STATE_DIR", "/s", "XDG_STATE_HOME", "/x", "HOME", "/h"), "/s");
        assertLocated(Map.of("TINYBOX_STATE_DIR", "s"), "s");
    }

    @Test
    void takesASubdirectoryOfTheStateHomeNext() {
        assertLocated(Map.of("XDG_STATE_HOME", "/x", "HOME", "/h"), "/x/tinybox");
    }

    @Test
    void takesTheHomeDirectoryLast() {
        assertLocated(Map.of("HOME", "/h"), "/h/.local/state/tinybox");
        assertLocated(Map.of(), "/home/java/.local/state/tinybox");
    }

    @Test
    void countsAnEmptyVariableAsUnset() {
        assertLocated(Map.of("TINYBOX_STATE_DIR", "", "XDG_STATE_HOME", "/x"), "/x/tinybox");
        assertLocated(
                Map.of("TINYBOX_STATE_DIR", "", "XDG_STATE_HOME", "", "HOME", ""), "/home/java/.local/state/tinybox");
    }

    @Test
    void ignoresARelativeStateHomeAsTheSpecificationDemands() {
        assertLocated(Map.of("XDG_STATE_HOME", "x", "HOME", "/h"), "/h/.local/state/tinybox");
    }

    @Test
    void saysWhatToSetWhenThereIsNoHome() {
        assertThatThrownBy(() -> StateDirectory.locate(Map.of(), "?")).hasMessageContaining("set TINYBOX_STATE_DIR");
        assertThatThrownBy(() -> StateDirectory.locate(Map.of("TINYBOX_STATE_DIR", "\0"), "/h"))
                .hasMessageContaining("set TINYBOX_STATE_DIR");
    }
}
