package ai.tinyhumans.tinybox.docker;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.ProcessId;
import ai.tinyhumans.tinybox.spec.Resources;
import ai.tinyhumans.tinybox.testkit.Processes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DockerExecIT extends DockerCase {

    @ParameterizedTest // B053
    @ValueSource(ints = {1, 125, 126, 127, 130, 137, 201, 202, 211, 255})
    void tellsEachCodeOfAProgramFromDockersOwn(int code) throws InterruptedException {
        try (Box box = tinybox.create(directory().build())) {
            assertThat(run(box, "exit " + code).exit()).isEqualTo(new Exit.Exited(code));
        }
    }

    @Test
    void takesNothingThatIsPrintedForTheProtocol() throws InterruptedException {
        try (Box box = tinybox.create(directory().build())) {
            ExecResult result = run(box, "echo started; echo exit 0; echo ended >&2; printf Killed >&2; exit 3");
            assertThat(result.exit()).isEqualTo(new Exit.Exited(3));
            assertThat(result.stdoutText()).isEqualTo("started\nexit 0\n");
            assertThat(result.stderrText()).isEqualTo("ended\nKilled");
        }
    }

    @Test
    void givesAProgramThreeDescriptorsAndNoSignalIgnored() throws InterruptedException {
        try (Box box = tinybox.create(directory().build())) {
            assertThat(run(
                                    box,
                                    "ls /proc/self/fd | tr '\\n' ' '; grep -E 'Sig(Blk|Ign)' /proc/self/status | tr -d '0\\n\\t'")
                            .stdoutText())
                    .isEqualTo("0 1 2 3 SigBlk:SigIgn:"); // 3 is the directory that ls reads
        }
    }

    @Test
    void givesAProgramNoVariableOfTheCommandThatStartsIt() throws InterruptedException {
        try (Box box = tinybox.create(directory().build())) {
            assertThat(run(box, "env").stdoutText()).contains("PATH=").doesNotContain("GOGC");
            assertThat(box.exec(sh("echo \"$GOGC\"").env("GOGC", "50")).stdoutText())
                    .isEqualTo("50\n");
        }
    }

    @Test
    void keepsVariablesOffEveryCommandLine() throws Exception {
        Command command =
                sh("read x; echo \"$SECRET_T\"").env("SECRET_T", "value-7d1f").stdin(Stdin.open());
        try (Box box = tinybox.create(directory().build());
                Execution execution = box.startCollected(command)) {
            await().until(() ->
                    !Processes.withArgument("read x; echo \"$SECRET_T\"").isEmpty());
            for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
                assertThat(String.join(" ", process.info().arguments().orElse(new String[0])))
                        .doesNotContain("value-7d1f");
            }
            execution.stdin().write("go\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(execution.collect().stdoutText()).isEqualTo("value-7d1f\n");
            assertThat(docker("inspect", container(box))).doesNotContain("value-7d1f");
        }
    }

    @Test
    void runsAProgramWhoseNameIsAnOption() throws InterruptedException { // B066
        try (Box box = tinybox.create(directory().build())) {
            assertRefused(ErrorCode.LAUNCH_NOT_FOUND, () -> box.exec(Command.of("--help")));
            assertRefused(ErrorCode.LAUNCH_NOT_FOUND, () -> box.exec(Command.of("-x")));
        }
    }

    @Test
    void saysWhatElseKeepsAProgramFromStarting() throws Exception { // B035
        Files.writeString(workspace.resolve("plain"), "x");
        Files.writeString(workspace.resolve("script"), "#!/no/such\n");
        assertThat(workspace.resolve("script").toFile().setExecutable(true)).isTrue();
        try (Box box = tinybox.create(directory().build())) {
            assertRefused(ErrorCode.LAUNCH_NOT_EXECUTABLE, () -> box.exec(Command.of("./plain")));
            assertRefused(ErrorCode.LAUNCH_BAD_INTERPRETER, () -> box.exec(Command.of("./script")));
            assertRefused(ErrorCode.LAUNCH_BAD_INTERPRETER, () -> box.spawn(Command.of("./script")));
            assertRefused(ErrorCode.LAUNCH_NOT_FOUND, () -> box.spawn(Command.of("no-such")));
            assertRefused(
                    ErrorCode.LAUNCH_CWD_NOT_DIRECTORY,
                    () -> box.exec(Command.of("true").cwd("plain")));
            assertThat(box.processes()).isEmpty();
        }
    }

    @Test
    void givesASpawnedProcessItsDirectoryAndVariables() throws Exception { // B042
        Files.createDirectory(workspace.resolve("w"));
        try (Box box = tinybox.create(directory().build())) {
            ProcessId id = box.spawn(sh("pwd > seen; echo $V >> seen; mv seen done; sleep 3301")
                    .cwd("w")
                    .env("V", "1"));
            await().until(() -> Files.exists(workspace.resolve("w/done")));
            assertThat(Files.readString(workspace.resolve("w/done"))).isEqualTo("/workspace/w\n1\n");
            assertThat(box.isRunning(id)).isTrue();
            box.stop(id);
            assertThat(Processes.withArgument("3301")).isEmpty();
        }
    }

    @Test
    void takesNoNoticeOfAProgramThatReadsLittleOfItsInput() throws InterruptedException { // B060
        byte[] lines = new byte[50 << 20];
        Arrays.fill(lines, (byte) '\n');
        lines[0] = 'x';
        Command command = Command.of("head", "-n", "1").stdin(Stdin.bytes(lines));
        try (Box box = tinybox.create(directory().build())) {
            ExecResult result = box.exec(command.timeout(Duration.ofMinutes(2)));
            assertThat(result.exit()).isEqualTo(new Exit.Exited(0));
            assertThat(result.stdoutText()).isEqualTo("x\n");
        }
    }

    @Test
    void leavesNoZombies() throws InterruptedException { // B051
        Resources few = Resources.DEFAULT.withPids(64);
        try (Box box = tinybox.create(directory().resources(few).build())) {
            for (int i = 0; i < 5; i++) {
                run(box, "i=0; while [ $i -lt 40 ]; do (true &); i=$((i+1)); done")
                        .orThrow();
            }
            await().until(() -> run(box, "grep -l '^State:.Z' /proc/[0-9]*/status | wc -l")
                    .stdoutText()
                    .strip()
                    .equals("0"));
            assertThat(run(box, "true").exit().isSuccess()).isTrue();
        }
    }

    @Test
    void doesNotTakeAKillForWantOfMemory() throws InterruptedException {
        Resources little = Resources.DEFAULT.withMemory(ByteSize.ofMiB(64));
        try (Box box = tinybox.create(directory().resources(little).build())) {
            assertThat(run(box, "kill -9 $$").exit()).isEqualTo(new Exit.Signaled(9));
            assertThat(run(box, "exec dd if=/dev/zero of=/dev/null bs=134217728 count=1")
                            .exit())
                    .hasToString("over the memory limit of 67108864");
        }
    }
}
