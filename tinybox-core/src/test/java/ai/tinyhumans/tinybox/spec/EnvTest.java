package ai.tinyhumans.tinybox.spec;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.tinyhumans.tinybox.error.ErrorCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EnvTest {

    // B039
    @ParameterizedTest
    @CsvSource({
        "'',                v,           ''''' has an empty name'",
        "A=B,               v,           '''A=B'' has ''='' in its name'",
        "=,                 v,           '''='' has ''='' in its name'",
        "'A\0',             v,           '''A\\u0000'' has a NUL in its name'",
        "'\0',              v,           '''\\u0000'' has a NUL in its name'",
        "A,                 'v\0',       '''A'' has a NUL in its value'",
        "TINYBOX_EXECUTION, v,           '''TINYBOX_EXECUTION'' is set by tinybox itself'",
        "TINYBOX_EXECUTION, '',          '''TINYBOX_EXECUTION'' is set by tinybox itself'",
        "'A\uD800',         v,           '''A\\ud800'' has a lone surrogate in its name'",
        "A,                 'v\uDFFF',   '''A'' has a lone surrogate in its value'"
    })
    void refusesAnEntryTheKernelCannotTakeNamingIt(String name, String value, String what) {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> Env.EMPTY.with(name, value))
                .hasMessageStartingWith("environment variable " + what);
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> new Env(Map.of("OK", "1", name, value)))
                .hasMessageContaining(what);
    }

    // B039
    @ParameterizedTest
    @ValueSource(
            strings = {"A B", "1A", " ", "-", "a.b", "é", "A\nB", "BASH_FUNC_x%%", "tinybox_execution", "\uDC80", "TERM"
            })
    void takesEveryOtherName(String name) {
        assertThat(Env.EMPTY.with(name, "v").variables()).containsExactly(Map.entry(name, "v"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "=", "a=b", "a\nb", "é", "\uDCFF"})
    void takesEveryOtherValue(String value) {
        assertThat(Env.EMPTY.with("A", value).variables()).containsExactly(Map.entry("A", value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret\0", "secret\uD800"})
    void aRefusalDoesNotShowTheValue(String value) {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> Env.EMPTY.with("A", value))
                .hasMessageNotContaining("secret");
    }

    @Test
    void keepsTheOrder() {
        Map<String, String> given = new LinkedHashMap<>();
        for (String name : List.of("Z", "A", "M", "B", "Y")) {
            given.put(name, name);
        }
        Env env = new Env(given).with("A", "again").with("C", "c");
        assertThat(env.variables().keySet()).containsExactly("Z", "A", "M", "B", "Y", "C");
    }

    @Test
    void laterVariablesReplaceEarlierOnes() {
        Env env = Env.EMPTY.with("A", "1").with("B", "2");
        assertThat(env.plus(Env.EMPTY.with("B", "3").with("C", "4")).variables())
                .containsExactly(Map.entry("A", "1"), Map.entry("B", "3"), Map.entry("C", "4"));
        assertThat(env.variables()).containsEntry("B", "2");
    }

    @Test
    void keepsItsOwnCopy() {
        Map<String, String> given = new LinkedHashMap<>(Map.of("A", "1"));
        Env env = new Env(given);
        given.put("B=", "smuggled");
        assertThat(env.variables()).containsExactly(Map.entry("A", "1"));
        assertThatThrownBy(() -> env.variables().put("B", "2")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void showsNamesAndNoValues() {
        assertThat(Env.EMPTY.with("TOKEN", "secret").with("A", "1")).hasToString("Env[TOKEN, A]");
    }
}
