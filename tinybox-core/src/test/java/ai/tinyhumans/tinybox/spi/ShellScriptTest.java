package ai.tinyhumans.tinybox.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.Env;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShellScriptTest {

    static Stream<Inside> everyMode() {
        return Stream.of(
                InnerSupervisor.run(Command.of("true"), Env.EMPTY),
                InnerSupervisor.spawn("m", Command.of("true"), Env.EMPTY),
                InnerSupervisor.recall("m", Duration.ZERO),
                InnerSupervisor.end("m", Duration.ZERO),
                InnerSupervisor.look(List.of("m")));
    }

    private static Set<String> found(String pattern, String script) {
        Set<String> names = new TreeSet<>();
        Pattern.compile(pattern)
                .matcher(script)
                .results()
                .map(MatchResult::group)
                .forEach(names::add);
        return names;
    }

    @ParameterizedTest
    @MethodSource("everyMode")
    void definesWhatItCallsAndNothingElse(Inside mode) {
        String part = mode.argv().get(2);
        Set<String> defined = found("(?m)^tinybox_[a-z]+(?=\\(\\) \\{$)", part);
        assertThat(defined).contains("tinybox_" + mode.argv().get(4));
        assertThat(found("\\btinybox_[a-z]+", part)).isEqualTo(defined);
        for (String function : defined) {
            int named = part.split("\\b" + function + "\\b", -1).length - 1;
            assertThat(named > 1 || function.equals("tinybox_" + mode.argv().get(4)))
                    .as(function + " is named by something")
                    .isTrue();
        }
    }

    @Test
    void passesACommandLittleMoreThanHalfOfTheScript() {
        int whole = ShellScript.LOOKUP.length()
                + ShellScript.read(ShellScript.class.getResourceAsStream("supervisor.sh"))
                        .length();
        everyMode().forEach(mode -> assertThat(mode.argv().get(2).length()).isLessThan(whole * 4 / 5));
    }

    private static InputStream script(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void takesAFunctionWithAllThatItNames() {
        String script = """
                # about
                X=1

                tinybox_a() {
                  tinybox_b # calls
                  if x; then
                    { y; }
                  fi
                }
                # more
                tinybox_b() {
                  tinybox_a
                }
                tinybox_c() {
                  tinybox_a
                }

                tinybox_always() {
                  :
                }
                tinybox_always
                "tinybox_$1"
                """;
        assertThat(ShellScript.part(script(script), "tinybox_b")).isEqualTo("""
                tinybox_b() {
                tinybox_a
                }
                tinybox_always() {
                :
                }
                tinybox_a() {
                tinybox_b # calls
                if x; then
                { y; }
                fi
                }
                X=1
                tinybox_always
                "tinybox_$1"
                """);
        assertThat(ShellScript.part(script("tinybox_a() {\n  tinybox_find x\n}\n"), "tinybox_a"))
                .contains("tinybox_find() {")
                .contains("tinybox_executable() {")
                .doesNotContain("tinybox_interpreted");
    }

    @Test
    void refusesAScriptThatNamesWhatItHasNot() {
        assertThatThrownBy(() -> ShellScript.part(script("tinybox_a() {\n  tinybox_z\n}\n"), "tinybox_a"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'tinybox_z'");
    }
}
