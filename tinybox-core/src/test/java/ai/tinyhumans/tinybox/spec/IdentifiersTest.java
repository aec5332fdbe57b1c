package ai.tinyhumans.tinybox.spec;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdentifiersTest {

    private static final Map<String, Function<String, Object>> KINDS = Map.of(
            "box id", BoxId::new,
            "snapshot id", SnapshotId::new,
            "template name", TemplateName::new,
            "host name", HostRef::new,
            "sandbox name", SandboxRef::new,
            "process id", ProcessId::new);

    private static final String LONGEST = "x".repeat(64);

    static final String[] NOT_NAMES = {
        "", ".", "..", " ", "a b", "a/b", "../a", "a\\b", "a:b", "a@b", "a+b", "a~", "a*", "a?", "$a", "a;b", "a'b",
        "a\"b", "a\n", "\na", "a\0", "a\u007F", "é", "ａ", "😀", "\uD800", "\uDC80", "İ", "٣"
    };

    static Stream<String> kinds() {
        return KINDS.keySet().stream();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "Z", "0", "_", "-", "-a", "...", ".a", "a.", "box-0", "sha-0123456789ab", "A._-9"})
    void takesEveryNameOfTheAllowedCharacters(String name) {
        assertThat(Identifiers.check("box id", name)).isEqualTo(name);
    }

    @ParameterizedTest
    @FieldSource("NOT_NAMES")
    void refusesEveryOtherText(String text) {
        assertRefused(ErrorCode.IDENTIFIER_INVALID, () -> Identifiers.check("box id", text))
                .hasMessageStartingWith("box id '" + Text.printable(text) + "' is not a name");
    }

    @Test
    void takesSixtyFourCharactersAndNoMore() {
        assertThat(Identifiers.check("box id", LONGEST)).isEqualTo(LONGEST);
        assertRefused(ErrorCode.IDENTIFIER_INVALID, () -> Identifiers.check("box id", LONGEST + "x"));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyKindIsCheckedAndNamesItselfAndTheRemedy(String kind) {
        Function<String, Object> constructor = KINDS.getOrDefault(kind, text -> text);
        assertThat(constructor.apply(LONGEST)).hasToString(LONGEST);
        assertRefused(ErrorCode.IDENTIFIER_INVALID, () -> constructor.apply("a/b"))
                .hasMessage(kind + " 'a/b' is not a name; hint: use 1 to 64 letters, digits, '.', '_' or '-',"
                        + " but not '.' or '..'");
    }

    @Test
    void namesAreOrderedByTheirSpelling() {
        assertThat(new BoxId("a")).isLessThan(new BoxId("b"));
        assertThat(new SnapshotId("a")).isLessThan(new SnapshotId("b"));
        assertThat(new TemplateName("a")).isLessThan(new TemplateName("b"));
        assertThat(new HostRef("a")).isLessThan(new HostRef("b"));
        assertThat(new SandboxRef("a")).isLessThan(new SandboxRef("b"));
        assertThat(new ProcessId("a")).isLessThan(new ProcessId("b"));
    }
}
