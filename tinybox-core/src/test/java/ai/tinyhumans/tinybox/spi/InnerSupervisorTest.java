package ai.tinyhumans.tinybox.spi;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.LimitKind;
import ai.tinyhumans.tinybox.exec.Survivor;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.Env;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InnerSupervisorTest {

    private static final ByteSize MEMORY = ByteSize.ofMiB(64);

    @ParameterizedTest
    @ValueSource(strings = {"A B", "1A", "TINYBOX_X", "a-b", "é"})
    void refusesAVariableThatNoShellPassesOn(String name) { // B039
        assertRefused(
                        ErrorCode.ARGUMENT_INVALID,
                        () -> InnerSupervisor.run(Command.of("true"), new Env(Map.of(name, "secret"))))
                .hasMessageContaining(name)
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @CsvSource({"/abs,/abs", "rel,./rel", "-,./-", "-P,./-P"})
    void passesADirectoryThatNoShellTakesForAnOption(String asked, String passed) {
        List<String> argv =
                InnerSupervisor.run(Command.of("true").cwd(asked), Env.EMPTY).argv();
        assertThat(argv).endsWith("tinybox", "run", "", passed, "0", "true");
    }

    @Test
    void asksWhatStandsByInOneLine() {
        Inside run = InnerSupervisor.run(Command.of("echo", "it's\nme", ""), new Env(Map.of("A", "b c")));
        assertThat(new String(InnerSupervisor.request(run, "m:1"), StandardCharsets.UTF_8))
                .isEqualTo(ShellWords.PREAMBLE + "export TINYBOX_EXECUTION='m:1' TINYBOX_ENV_0='A=b c';"
                        + "set -- 'run' '' '' '1' 'echo' 'it'\\''s'\"$TINYBOX_LF\"'me' ''\n");
    }

    @Test
    void roundsTimesUpToHundredths() {
        assertThat(InnerSupervisor.end("m", Duration.ZERO).argv()).endsWith("end", "m", "0");
        assertThat(InnerSupervisor.end("m", Duration.ofMillis(1)).argv()).endsWith("end", "m", "1");
        assertThat(InnerSupervisor.recall("m", Duration.ofSeconds(2)).argv()).endsWith("recall", "m", "200");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 3, 64, 124})
    void takesAnUnmistakableCodeForTheProgramsOwn(int code) {
        assertThat(InnerSupervisor.exit(new Exit.Exited(code))).contains(new Exit.Exited(code));
    }

    @Test
    void readsTheCodeThatStandsForOne() {
        assertThat(InnerSupervisor.exit(new Exit.Exited(201))).contains(new Exit.Exited(1));
    }

    @ParameterizedTest // B053
    @ValueSource(ints = {1, 125, 126, 127, 137, 255})
    void neverTakesACodeThatTheWayInMayEndWithForTheProgramsOwn(int code) {
        Exit standIn = new Exit.Exited(code);
        assertThat(InnerSupervisor.exit(standIn)).isEmpty();
        assertThat(InnerSupervisor.isPublished(standIn)).isFalse();
        assertThat(InnerSupervisor.refusal(standIn, "p")).isEmpty();
    }

    @Test
    void takesASignalToTheStandInForNothingOfTheProgram() {
        Exit killed = new Exit.Signaled(9);
        assertThat(InnerSupervisor.exit(killed)).isEmpty();
        assertThat(InnerSupervisor.isPublished(killed)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "211,LAUNCH_NOT_FOUND",
        "212,LAUNCH_NOT_EXECUTABLE",
        "213,LAUNCH_IS_DIRECTORY",
        "214,LAUNCH_BAD_INTERPRETER",
        "215,LAUNCH_CWD_MISSING",
        "216,LAUNCH_CWD_NOT_DIRECTORY",
        "217,LAUNCH_CWD_FORBIDDEN",
        "218,LAUNCH_FAILED"
    })
    void saysWhyAProgramWasNotStarted(int code, ErrorCode why) {
        assertThat(InnerSupervisor.refusal(new Exit.Exited(code), "prog"))
                .map(TinyboxException::code)
                .contains(why);
    }

    @Test
    void readsWhatIsPublished() { // B015
        assertThat(InnerSupervisor.published("exit 137\n", MEMORY)).contains(new Exit.Exited(137));
        assertThat(InnerSupervisor.published("signal 9\n", MEMORY)).contains(new Exit.Signaled(9));
        assertThat(InnerSupervisor.published("memory\n", MEMORY))
                .contains(new Exit.LimitHit(LimitKind.MEMORY, MEMORY.bytes()));
    }

    @ParameterizedTest // B015
    @ValueSource(strings = {"", "\n", "exit", "exit x\n", "exit 256\n", "signal\n", "0\n"})
    void takesGarbageForNoExit(String answer) {
        assertThat(InnerSupervisor.published(answer, MEMORY)).isEmpty();
    }

    @Test
    void believesNoEndThatIsNotAcknowledged() {
        assertThat(InnerSupervisor.survivors("ended\n")).contains(List.of());
        assertThat(InnerSupervisor.survivors("12 a b\nended\n")).contains(List.of(new Survivor(12, "a b")));
        assertThat(InnerSupervisor.survivors("")).isEmpty();
        assertThat(InnerSupervisor.survivors("12 a\n")).isEmpty();
    }

    @Test
    void believesNoLookThatIsNotWhole() {
        assertThat(InnerSupervisor.living("a\nlooked\n"))
                .hasValueSatisfying(found -> assertThat(found).contains("a"));
        assertThat(InnerSupervisor.living("a\n")).isEmpty();
    }

    @Test
    void saysWhyASpawnedProgramDidNotStart() {
        assertThat(InnerSupervisor.isStarted("started\n")).isTrue();
        assertThat(InnerSupervisor.isStarted("")).isFalse();
        assertThat(InnerSupervisor.notStarted("not_found\n", "p").code()).isEqualTo(ErrorCode.LAUNCH_NOT_FOUND);
        assertThat(InnerSupervisor.notStarted("nonsense", "p").code()).isEqualTo(ErrorCode.LAUNCH_FAILED);
    }
}
