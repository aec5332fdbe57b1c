package ai.tinyhumans.tinybox.linux.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Exit;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BubblewrapReportTest {

    private static final BubblewrapReport REPORT = new BubblewrapReport("prog", "/dir", "/usr"::equals, 2);
    private static final Exit ZERO = new Exit.Exited(0);
    private static final Exit ONE = new Exit.Exited(1);
    private static final String BEGUN = "{ \"child-pid\": 4711, \"pid-namespace\": 4026532181 }\n";

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String over(int code) {
        return "{ \"exit-code\": " + code + " }\n";
    }

    private static byte[] report(int step, int number) {
        ByteBuffer record = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
        record.put(1, (byte) step).putInt(4, number);
        ByteArrayOutputStream report = new ByteArrayOutputStream();
        report.writeBytes(bytes(BEGUN));
        report.writeBytes(record.array());
        report.writeBytes(bytes(over(0)));
        return report.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 126, 127, 128, 129, 137, 143, 192, 193, 255})
    void tellsTheCodeOfAProgram(int code) { // B081
        assertThat(REPORT.exit(ZERO, report(0, code << 8))).contains(new Exit.Exited(code));
    }

    @ParameterizedTest
    @CsvSource({"1,1", "9,9", "139,11", "15,15", "64,64"})
    void tellsTheSignal(int status, int signal) { // B025; 128 is added for a core
        assertThat(REPORT.exit(ZERO, report(0, status))).contains(new Exit.Signaled(signal));
    }

    @Test
    void takesNoRecordForNeverStarted() {
        assertThat(REPORT.exit(ONE, bytes(BEGUN))).isEmpty();
        assertThat(REPORT.exit(ZERO, new byte[0])).isEmpty();
        assertThat(REPORT.exit(ZERO, bytes(BEGUN + over(0)))).isEmpty();
        assertThat(REPORT.exit(ZERO, bytes(BEGUN + "\0\0\0"))).isEmpty();
        assertThat(REPORT.exit(ZERO, report(1, 2))).isEmpty();
        assertThat(REPORT.exit(ZERO, report(3, 2))).isEmpty();
    }

    @Test
    void takesTheDeathOfTheBoxForThatOfTheCommand() {
        assertThat(REPORT.exit(new Exit.Signaled(9), bytes(BEGUN))).contains(new Exit.Signaled(9));
        assertThat(REPORT.exit(new Exit.Exited(137), bytes(BEGUN + over(137)))).contains(new Exit.Signaled(9));
    }

    @Test
    void tellsThatAllAreDead() {
        assertThat(REPORT.isAllDead(report(0, 0))).isTrue();
        assertThat(REPORT.isAllDead(new byte[0])).isFalse();
        assertThat(REPORT.isAllDead(bytes(BEGUN))).isFalse(); // it may still start something
    }

    @ParameterizedTest
    @CsvSource({
        "2,LAUNCH_NOT_FOUND",
        "20,LAUNCH_NOT_FOUND",
        "40,LAUNCH_NOT_FOUND",
        "36,LAUNCH_NOT_FOUND",
        "13,LAUNCH_NOT_EXECUTABLE",
        "8,LAUNCH_NOT_EXECUTABLE",
        "7,LAUNCH_ARGUMENTS_TOO_LONG",
        "26,LAUNCH_TEXT_BUSY",
        "12,LAUNCH_NO_ROOM",
        "5,LAUNCH_FAILED",
    })
    void tellsWhyAProgramDidNotStart(int errno, ErrorCode code) {
        assertThat(REPORT.failure(ZERO, report(2, errno), new byte[0]).code()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource({
        "2,LAUNCH_CWD_MISSING",
        "20,LAUNCH_CWD_NOT_DIRECTORY",
        "13,LAUNCH_CWD_FORBIDDEN",
        "5,LAUNCH_FAILED",
    })
    void tellsWhyADirectoryWasNotEntered(int errno, ErrorCode code) {
        TinyboxException failure = REPORT.failure(ZERO, report(1, errno), new byte[0]);
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure).hasMessageStartingWith("working directory '/dir' ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bwrap: Can't fork for pid 1: Resource temporarily unavailable | LAUNCH_NO_ROOM",
                "bwrap: Creating new namespace failed: No space left on device | LAUNCH_NO_ROOM",
                "bwrap: Can't find source path /gone: No such file or directory | LAUNCH_FAILED",
                "bwrap: Can't mount proc on /newroot/proc: Operation not permitted | LAUNCH_FAILED",
                "something else | LAUNCH_FAILED",
            })
    void tellsWhyNothingStarted(String words, ErrorCode code) {
        byte[] stderr = bytes("a warning\n" + words + "\n");
        assertThat(REPORT.failure(ONE, bytes(BEGUN), stderr).code()).isEqualTo(code);
        TinyboxException aside = REPORT.failure(ONE, bytes(BEGUN + "a warning\n" + words + "\n"), new byte[0]);
        assertThat(aside.code()).isEqualTo(code);
        assertThat(aside.stderr()).startsWith("a warning");
    }

    @Test
    void keepsTheLastWordsOfAFailureThatIsTheMachines() { // B080
        TinyboxException failure = REPORT.failure(
                ONE, new byte[0], bytes("bwrap: Can't mount proc on /newroot/proc: Operation not permitted"));
        assertThat(failure)
                .hasMessageStartingWith("bubblewrap did not set the box up (exit 1): bwrap: Can't mount proc on");
        assertThat(failure.stderr()).endsWith("Operation not permitted");
        assertThat(failure.remedy()).isPresent();
    }

    @Test
    void tellsADirectoryFromAFileThatMayNotBeExecuted() {
        BubblewrapReport directory = new BubblewrapReport("/usr", "/", "/usr"::equals, 2);
        assertThat(directory.failure(ZERO, report(2, 13), new byte[0]).code()).isEqualTo(ErrorCode.LAUNCH_IS_DIRECTORY);
    }
}
