package ai.tinyhumans.tinybox.spec;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkspacePathTest {

    // B099
    @ParameterizedTest
    @CsvSource({
        "'',             ''''' names no file'",
        ".,              '''.'' names no file'",
        "./.,            '''./.'' names no file'",
        "..,             '''..'' leads upwards'",
        "../x,           '''..'' leads upwards'",
        "a/../../x,      '''..'' leads upwards'",
        "a/..,           '''..'' leads upwards'",
        "a/../b,         '''..'' leads upwards'",
        "./..,           '''..'' leads upwards'",
        "/etc/passwd,    '''/etc/passwd'' is absolute'",
        "/,              '''/'' is absolute'",
        "//x,            '''//x'' is absolute'",
        "/ws-evil/x,     '''/ws-evil/x'' is absolute'",
        "'x\0y',         '''x\\u0000y'' is no file name'",
        "'a/\0',         '''\\u0000'' is no file name'",
        "'a/x\uD800',    '''x\\ud800'' holds a lone surrogate'"
    })
    void refusesWhatIsNotInsideSayingWhichAndWhy(String text, String why) {
        assertRefused(ErrorCode.FILE_PATH_INVALID, () -> WorkspacePath.parse(text))
                .hasMessageStartingWith("workspace path " + why + "; hint: ");
    }

    // B099
    @ParameterizedTest
    @CsvSource({"a//b, a/b", "./a, a", "a/./b, a/b", "a/b/, a/b", "a/., a", ".//a///b/./, a/b"})
    void dropsEmptyAndDotComponents(String text, String expected) {
        assertThat(WorkspacePath.parse(text))
                .isEqualTo(WorkspacePath.parse(expected))
                .hasToString(expected);
    }

    // B099
    @ParameterizedTest
    @ValueSource(
            strings = {
                "..a", "a..b", "...", "a\\b", "C:x", "-rf", "a\nb", " ", "..\\x", "~", ".git", "é", "*", "..%2f",
                "\uDCFF"
            })
    void takesAnyOtherTextAsAPlainName(String text) {
        assertThat(WorkspacePath.parse(text).components()).containsExactly(text);
    }

    @Test
    void aNameHasAtMost255Bytes() {
        String longest = "é".repeat(127) + "x";
        assertThat(WorkspacePath.parse("a/" + longest).components()).containsExactly("a", longest);
        assertRefused(ErrorCode.FILE_PATH_INVALID, () -> WorkspacePath.parse("a/" + longest + "x"))
                .hasMessageContaining("has more than 255 bytes");
    }

    @Test
    void aPathHasAtMost4096Bytes() {
        String longest = "é/".repeat(1365) + "x";
        assertThat(WorkspacePath.parse(longest).components()).hasSize(1366);
        assertRefused(ErrorCode.FILE_PATH_INVALID, () -> WorkspacePath.parse(longest + "x"))
                .hasMessageContaining("has more than 4096 bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/b", "/", "a\0", "\uD800"})
    void refusesAComponentThatIsNoName(String name) {
        assertRefused(ErrorCode.FILE_PATH_INVALID, () -> new WorkspacePath(List.of("a", name)))
                .hasMessageStartingWith("workspace path '" + Text.printable(name) + "' ");
    }

    @Test
    void keepsItsOwnListOfComponents() {
        List<String> names = new ArrayList<>(List.of("a"));
        WorkspacePath path = new WorkspacePath(names);
        names.set(0, "..");
        assertThat(path.components()).containsExactly("a");
    }

    @Test
    void theWorkspaceItselfIsADot() {
        assertThat(WorkspacePath.ROOT).hasToString(".").isEqualTo(new WorkspacePath(List.of()));
    }
}
