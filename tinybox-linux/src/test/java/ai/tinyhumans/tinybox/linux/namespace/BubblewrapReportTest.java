package ai.tinyhumans.tinybox.linux.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Exit;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BubblewrapReportTest {

    private static final BubblewrapReport REPORT = new BubblewrapReport("prog", "/usr"::equals);
    private static final Exit ONE = new Exit.Exited(1);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] over(int code) {
        return bytes("{ \"child-pid\": 4711, \"pid-namespace\": 4026532181 }\n{ \"exit-code\": " + code + " }\n");
    }

    @ParameterizedTest
    @CsvSource({"0,0", "1,1", "126,126", "127,127", "128,128", "193,193", "255,255"})
    void tellsTheCodeOfAProgram(int reported, int code) { // B081
        assertThat(REPORT.exit(ONE, over(reported))).contains(new Exit.Exited(code));
    }

    @ParameterizedTest
    @CsvSource({"129,1", "137,9", "139,11", "143,15", "192,64"})
    void tellsTheSignal(int reported, int signal) { // B025
        assertThat(REPORT.exit(new Exit.Exited(reported), over(reported))).contains(new Exit.Signaled(signal));
    }

    @Test
    void takesNoCodeForNeverStarted() {
        assertThat(REPORT.exit(ONE, bytes("{ \"child-pid\": 4711 }\n"))).isEmpty();
        assertThat(REPORT.exit(new Exit.Exited(0), new byte[0])).isEmpty();
    }

    @Test
    void takesTheDeathOfBubblewrapForThatOfTheCommand() {
        assertThat(REPORT.exit(new Exit.Signaled(9), bytes("{ \"child-pid\": 4711 }\n")))
                .contains(new Exit.Signaled(9));
    }

    @Test
    void tellsTheRoot() {
        assertThat(REPORT.root(over(0))).hasValue(4711);
        assertThat(REPORT.root(new byte[0])).isEmpty();
        assertThat(REPORT.root(bytes("{ \"child-pid\": 4711 }\n"))).isEmpty(); // it may still start something
        assertThat(REPORT.root(bytes("{ \"exit-code\": 0 }\n"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bwrap: execvp prog: No such file or directory | LAUNCH_NOT_FOUND",
                "bwrap: execvp prog: Not a directory | LAUNCH_NOT_FOUND",
                "bwrap: execvp prog: Permission denied | LAUNCH_NOT_EXECUTABLE",
                "bwrap: execvp prog: Exec format error | LAUNCH_NOT_EXECUTABLE",
                "bwrap: execvp prog: Argument list too long | LAUNCH_ARGUMENTS_TOO_LONG",
                "bwrap: execvp prog: Text file busy | LAUNCH_TEXT_BUSY",
                "bwrap: execvp prog: Cannot allocate memory | LAUNCH_NO_ROOM",
                "bwrap: execvp prog: Input/output error | LAUNCH_FAILED",
                "bwrap: Can't chdir to /no: such: No such file or directory | LAUNCH_CWD_MISSING",
                "bwrap: Can't chdir to /etc/passwd: Not a directory | LAUNCH_CWD_NOT_DIRECTORY",
                "bwrap: Can't chdir to /root: Permission denied | LAUNCH_CWD_FORBIDDEN",
                "bwrap: Can't chdir to /x: Input/output error | LAUNCH_FAILED",
                "bwrap: Can't fork for pid 1: Resource temporarily unavailable | LAUNCH_NO_ROOM",
                "bwrap: Creating new namespace failed: No space left on device | LAUNCH_NO_ROOM",
                "bwrap: Can't find source path /gone: No such file or directory | LAUNCH_FAILED",
                "bwrap: Can't mount proc on /newroot/proc: Operation not permitted | LAUNCH_FAILED",
                "something else | LAUNCH_FAILED",
            })
    void tellsWhyNothingStarted(String words, ErrorCode code) {
        assertThat(REPORT.failure(ONE, bytes("a warning\n" + words + "\n")).code())
                .isEqualTo(code);
    }

    @Test
    void keepsTheLastWordsOfAFailureThatIsTheMachines() { // B080
        TinyboxException failure =
                REPORT.failure(ONE, bytes("bwrap: Can't mount proc on /newroot/proc: Operation not permitted"));
        assertThat(failure)
                .hasMessageStartingWith("bubblewrap did not set the box up (exit 1): bwrap: Can't mount proc on");
        assertThat(failure.stderr()).endsWith("Operation not permitted");
        assertThat(failure.remedy()).isPresent();
    }

    @Test
    void namesTheMissingDirectoryWhole() {
        assertThat(REPORT.failure(ONE, bytes("bwrap: Can't chdir to /no: such: No such file or directory")))
                .hasMessageStartingWith("working directory '/no: such' does not exist");
    }

    @Test
    void tellsADirectoryFromAFileThatMayNotBeExecuted() {
        BubblewrapReport directory = new BubblewrapReport("/usr", "/usr"::equals);
        assertThat(directory
                        .failure(ONE, bytes("bwrap: execvp /usr: Permission denied"))
                        .code())
                .isEqualTo(ErrorCode.LAUNCH_IS_DIRECTORY);
    }
}
