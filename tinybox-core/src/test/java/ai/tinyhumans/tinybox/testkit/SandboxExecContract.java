package ai.tinyhumans.tinybox.testkit;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.LimitKind;
import ai.tinyhumans.tinybox.exec.OutputBatch;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spec.ByteSize;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every sandbox must do with a command, whatever it confines. The box must have a POSIX shell. */
abstract class SandboxExecContract extends SandboxFixture {

    @Test
    void keepsTheStreamsApartAndTellsTheCode() throws InterruptedException { // B016
        try (Box box = create()) {
            ExecResult result = box.exec(Command.of("sh", "-c", "echo o; echo e >&2; exit 4"));
            assertThat(result.exit()).isEqualTo(new Exit.Exited(4));
            assertThat(result.stdoutText()).isEqualTo("o\n");
            assertThat(result.stderrText()).isEqualTo("e\n");
        }
    }

    @ParameterizedTest
    @CsvSource({"KILL,9", "SEGV,11", "TERM,15", "ABRT,6"})
    void tellsASignalFromACode(String name, int number) throws InterruptedException { // B025
        try (Box box = create()) {
            Exit exit =
                    box.exec(Command.of("sh", "-c", "kill -" + name + " $$")).exit();
            assertThat(exit).isEqualTo(new Exit.Signaled(number));
            assertThat(exit.code()).isEqualTo(128 + number);
        }
    }

    @Test
    void passesArgumentsAndVariablesUnchanged() throws InterruptedException { // B038, B043
        Command command = Command.of(
                        "sh",
                        "-c",
                        "printf '<%s>' \"$@\" \"$V\" \"$W\" \"$X\"",
                        "sh",
                        "",
                        " ",
                        "-n",
                        "a'b\"c",
                        "$HOME",
                        "`id`",
                        "a\nb",
                        "é",
                        "*",
                        ";")
                .env("V", "a\nB=evil")
                .env("W", "\"q\"")
                .env("X", " x ");
        try (Box box = create()) {
            assertThat(box.exec(command).stdoutText())
                    .isEqualTo("<>< ><-n><a'b\"c><$HOME><`id`><a\nb><é><*><;><a\nB=evil><\"q\">< x >");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65535, 65536, 65537, 98304, 1 << 20})
    void bringsInputToTheProgramAndBack(int size) throws InterruptedException { // B061
        byte[] input = new byte[size];
        new Random(size).nextBytes(input);
        Command command = Command.of("cat").stdin(Stdin.bytes(input)).outputLimit(ByteSize.ofMiB(2));
        try (Box box = create()) {
            ExecResult result = box.exec(command);
            assertThat(result.exit()).isEqualTo(new Exit.Exited(0));
            assertThat(result.stdout()).isEqualTo(input);
        }
    }

    @Test
    void givesTheEndOfInputWhenThereIsNone() throws InterruptedException { // B062
        try (Box box = create()) {
            assertThat(box.exec(Command.of("sh", "-c", "read x; echo $?")).stdoutText())
                    .isEqualTo("1\n");
            assertThat(box.exec(Command.of("cat")).stdout()).isEmpty();
        }
    }

    @Test
    void takesNoNoticeOfAProgramThatDoesNotRead() throws InterruptedException { // B005
        Stdin much = Stdin.bytes(new byte[10 << 20]);
        try (Box box = create()) {
            assertThat(box.exec(Command.of("true").stdin(much)).exit()).isEqualTo(new Exit.Exited(0));
            assertThat(box.exec(Command.of("sh", "-c", "exit 3").stdin(much)).exit())
                    .isEqualTo(new Exit.Exited(3));
        }
    }

    @Test
    void endsACommandWhoseTimeIsUpWithAllItsDescendants() throws InterruptedException { // B017, B018
        Duration budget = Duration.ofSeconds(1);
        try (Box box = create()) {
            ExecResult result = box.exec(
                    Command.of("sh", "-c", "echo early; sleep 3241; true").timeout(budget));
            assertThat(result.exit()).isEqualTo(new Exit.TimedOut(budget));
            assertThat(result.stdoutText()).isEqualTo("early\n");
            assertThat(result.survivors()).isEmpty();
            assertThat(Processes.withArgument("3241")).isEmpty();
        }
    }

    @Test
    void cancelsACommandWhoseWholeTreeIgnoresTheRequest() throws InterruptedException { // B019
        Command stubborn = Command.of(
                        "sh", "-c", "trap '' TERM; (trap '' TERM; sleep 3242) & echo up; wait; sleep 3242")
                .grace(Duration.ofMillis(300));
        try (Box box = create();
                Execution execution = box.start(stubborn)) {
            assertThat(execution.read(0, Duration.ofSeconds(20)).chunks()).isNotEmpty();
            execution.cancel();
            assertThat(execution.await().exit()).isEqualTo(new Exit.Cancelled());
            assertThat(Processes.withArgument("3242")).isEmpty();
        }
    }

    @Test
    void doesNotWaitForWhatACommandLeavesInTheBackground() throws InterruptedException { // B001
        try (Box box = create()) {
            ExecResult result =
                    box.exec(Command.of("sh", "-c", "sleep 3243 & echo started").timeout(Duration.ofSeconds(60)));
            assertThat(result.exit()).isEqualTo(new Exit.Exited(0));
            assertThat(result.stdoutText()).isEqualTo("started\n");
            assertThat(Processes.withArgument("3243")).isEmpty();
        }
    }

    @Test
    void cancelsOneCommandAndLeavesTheOther() throws InterruptedException { // B049
        try (Box box = create();
                Execution first = box.start(Command.of("sleep", "3244"));
                Execution second = box.startCollected(
                        Command.of("sh", "-c", "read x; echo $x").stdin(Stdin.open()))) {
            first.cancel();
            assertThat(first.await().exit()).isEqualTo(new Exit.Cancelled());
            second.stdin().write("ok\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(second.collect().stdoutText()).isEqualTo("ok\n");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void endsACommandThatWritesTooMuch() throws InterruptedException { // B009
        try (Box box = create()) {
            ExecResult result = box.exec(Command.of("yes").timeout(Duration.ofSeconds(60)));
            assertThat(result.exit()).isEqualTo(new Exit.LimitHit(LimitKind.OUTPUT, 1 << 20));
            assertThat(result.stdout()).hasSize(1 << 20);
        }
    }

    @Test
    void losesNothingToASlowReader() throws InterruptedException { // B011
        Command command =
                Command.of("sh", "-c", "i=0; while [ $i -lt 300000 ]; do echo $i; i=$((i+1)); done; echo END");
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (Box box = create();
                Execution execution = box.start(command)) {
            for (OutputBatch batch = execution.read(0, Duration.ofSeconds(20)); ; ) {
                batch.chunks().forEach(chunk -> all.writeBytes(chunk.toByteArray()));
                if (batch.finished()) {
                    break;
                }
                batch = execution.read(batch.nextSequence(), Duration.ofSeconds(20));
            }
        }
        String[] lines = all.toString(StandardCharsets.US_ASCII).split("\n", -1);
        assertThat(lines).hasSize(300_002).endsWith("299999", "END", "");
    }

    @Test
    void saysWhyAProgramDoesNotStart() throws InterruptedException { // B034, B035
        try (Box box = create()) {
            assertRefused(ErrorCode.LAUNCH_NOT_FOUND, () -> box.exec(Command.of("/no/such")));
            assertRefused(ErrorCode.LAUNCH_NOT_FOUND, () -> box.exec(Command.of("no-such-program")));
            assertRefused(ErrorCode.LAUNCH_IS_DIRECTORY, () -> box.exec(Command.of("/usr")));
            assertRefused(
                    ErrorCode.LAUNCH_CWD_MISSING,
                    () -> box.exec(Command.of("true").cwd("/no/such")));
        }
    }

    @Test
    void keepsWhatACommandWritesToTheWorkspace() throws InterruptedException {
        try (Box box = create()) {
            box.exec(Command.of("sh", "-c", "echo kept > file")).orThrow();
            assertThat(box.exec(Command.of("cat", "file")).stdoutText()).isEqualTo("kept\n");
        }
    }

    @Test
    void runsManyCommandsAtOnceAndMixesNothingUp() throws InterruptedException { // B012
        try (Box box = create()) {
            List<Execution> running = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                running.add(box.startCollected(Command.of("sh", "-c", "printf '%s' " + i)));
            }
            for (int i = 0; i < 20; i++) {
                assertThat(running.get(i).collect().stdoutText()).isEqualTo(Integer.toString(i));
            }
        }
    }
}
