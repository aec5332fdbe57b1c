package ai.tinyhumans.tinybox.exec;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExecResultTest {

    private static ExecResult result(Exit exit, byte[] stdout, byte[] stderr) {
        return new ExecResult(new Outcome(exit, ResourceUsage.NONE, List.of()), stdout, stderr);
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    @Test
    void handsOutCopies() {
        ExecResult result = result(new Exit.Exited(0), bytes('o'), bytes('e'));
        result.stdout()[0] = 'x';
        result.stderr()[0] = 'x';
        assertThat(result.stdout()).containsExactly('o');
        assertThat(result.stderr()).containsExactly('e');
    }

    // B007
    @Test
    void aCutCharacterIsOneReplacementMarkInTheTextAndUntouchedInTheBytes() {
        byte[] cut = bytes('o', 'k', 0xE2, 0x89);
        ExecResult result = result(new Exit.Exited(0), cut, cut);
        assertThat(result.stdout()).containsExactly(0x6F, 0x6B, 0xE2, 0x89);
        assertThat(result.stdoutText()).isEqualTo("ok\uFFFD");
        assertThat(result.stderrText()).isEqualTo("ok\uFFFD");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain\n", "é€😀", "a\u0000b"})
    void textIsWhatWasWritten(String text) {
        ExecResult result = result(new Exit.Exited(0), text.getBytes(UTF_8), new byte[0]);
        assertThat(result.stdoutText()).isEqualTo(text);
        assertThat(result.stderrText()).isEmpty();
    }

    @Test
    void orThrowReturnsASuccess() {
        ExecResult result = result(new Exit.Exited(0), bytes(), bytes('w', 'a', 'r', 'n'));
        assertThat(result.orThrow()).isSameAs(result);
    }

    @Test
    void orThrowTellsTheExitAndTheEndOfStandardError() {
        String stderr = "x".repeat(5000) + "\nfatal: gone\n";
        ExecResult result = result(new Exit.Exited(3), bytes(), stderr.getBytes(UTF_8));
        assertRefused(ErrorCode.EXEC_UNSUCCESSFUL, result::orThrow)
                .hasMessageStartingWith("the command did not succeed: exit 3: xxx")
                .hasMessageEndingWith("x\nfatal: gone");
    }

    @Test
    void orThrowTakesNoOtherEndForSuccess() {
        assertRefused(
                        ErrorCode.EXEC_UNSUCCESSFUL,
                        () -> result(new Exit.Cancelled(), bytes(), bytes()).orThrow())
                .hasMessageContaining("cancelled");
        Exit timedOut = new Exit.TimedOut(Duration.ofSeconds(1));
        assertRefused(
                        ErrorCode.EXEC_UNSUCCESSFUL,
                        () -> result(timedOut, bytes(), bytes()).orThrow())
                .hasMessageContaining("timed out after PT1S");
    }

    @Test
    void showsItsOutcomeAndNoneOfItsOutput() {
        Survivor survivor = new Survivor(42, "sleep");
        Outcome outcome = new Outcome(new Exit.Exited(0), ResourceUsage.NONE, List.of(survivor));
        ExecResult result = new ExecResult(outcome, "secret".getBytes(UTF_8), bytes());
        assertThat(result.outcome()).isSameAs(outcome);
        assertThat(result.exit()).isEqualTo(new Exit.Exited(0));
        assertThat(result.usage()).isEqualTo(ResourceUsage.NONE);
        assertThat(result.survivors()).containsExactly(survivor);
        assertThat(result).hasToString("ExecResult[exit 0, 6 bytes out, 0 bytes err]");
    }
}
