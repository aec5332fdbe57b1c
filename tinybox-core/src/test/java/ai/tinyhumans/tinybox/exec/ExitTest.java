package ai.tinyhumans.tinybox.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExitTest {

    static final Arguments[] CASES = {
        Arguments.of(new Exit.Exited(0), "exited", 0, true, "exit 0"),
        Arguments.of(new Exit.Exited(1), "exited", 1, false, "exit 1"),
        Arguments.of(new Exit.Exited(124), "exited", 124, false, "exit 124"),
        Arguments.of(new Exit.Exited(255), "exited", 255, false, "exit 255"),
        Arguments.of(new Exit.Signaled(9), "signaled", 137, false, "signal 9"),
        Arguments.of(new Exit.Signaled(15), "signaled", 143, false, "signal 15"),
        Arguments.of(new Exit.Signaled(127), "signaled", 255, false, "signal 127"),
        Arguments.of(new Exit.TimedOut(Duration.ofSeconds(2)), "timedOut", 124, false, "timed out after PT2S"),
        Arguments.of(new Exit.Cancelled(), "cancelled", 130, false, "cancelled"),
        Arguments.of(
                new Exit.LimitHit(LimitKind.OUTPUT, 1024), "limitHit", 137, false, "over the output limit of 1024"),
        Arguments.of(new Exit.LimitHit(LimitKind.CPU_TIME, 5), "limitHit", 137, false, "over the cpu time limit of 5"),
    };

    @ParameterizedTest
    @FieldSource("CASES")
    void eachCaseHasItsCodeAndItsWords(Exit exit, String name, int code, boolean success, String words) {
        assertThat(exit.<String>match(
                        e -> "exited", s -> "signaled", t -> "timedOut", c -> "cancelled", l -> "limitHit"))
                .isEqualTo(name);
        assertThat(exit.code()).isEqualTo(code);
        assertThat(exit.isSuccess()).isEqualTo(success);
        assertThat(exit).hasToString(words);
    }

    @Test
    void matchHandsOverTheCaseItself() {
        Exit exit = new Exit.LimitHit(LimitKind.MEMORY, 7);
        assertThat(exit.<Object>match(e -> e, s -> s, t -> t, c -> c, l -> l)).isSameAs(exit);
    }

    /** 256 passed on as an exit code would be 0. */
    @ParameterizedTest
    @ValueSource(ints = {-1, 256, 512, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void refusesACodeNoProgramCanExitWith(int code) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Exit.Exited(code))
                .withMessageContaining(String.valueOf(code));
    }

    @ParameterizedTest
    @ValueSource(ints = {-128, -1, 0, 128, Integer.MAX_VALUE})
    void refusesASignalThatIsNone(int signal) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Exit.Signaled(signal))
                .withMessageContaining(String.valueOf(signal));
    }

    @Test
    void aTimeoutIsNoExitOfTheSameCode() {
        assertThat(new Exit.TimedOut(Duration.ofSeconds(1))).isNotEqualTo(new Exit.Exited(124));
    }
}
