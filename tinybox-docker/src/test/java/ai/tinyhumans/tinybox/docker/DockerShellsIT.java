package ai.tinyhumans.tinybox.docker;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spec.ProcessId;
import ai.tinyhumans.tinybox.testkit.Processes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The supervisor inside a box, by each shell that may be {@code sh} there. */
class DockerShellsIT extends DockerCase {

    @ParameterizedTest
    @ValueSource(strings = {"dash", "bash", "busybox", "mksh", "ksh93"})
    void supervisesByAnyShell(String shell) throws InterruptedException {
        try (Box box = tinybox.create(image(shell.equals("busybox") ? "alpine:3" : "tinybox-debian:12")
                .build())) {
            become(box, shell);
            tellsHowAProgramEnded(box);
            tellsWhyAProgramIsNotStarted(box);
            keepsBytesAndArguments(box);
            endsWhatIsLeftAndWhatIsCancelled(box);
            keepsASpawnedProgram(box);
        }
    }

    /** BusyBox as it is built for Alpine has no {@code -z}. Here BusyBox's own shell would not look for another grep. */
    @Test
    void supervisesByAGrepThatKnowsLinesOnly() throws InterruptedException {
        String lines = "#!/bin/sh\ncase $1 in -*z*) exit 2 ;; esac\nexec /bin/grep.whole \"$@\"\n";
        try (Box box = tinybox.create(image("tinybox-debian:12").build())) {
            box.exec(sh("mv /bin/grep /bin/grep.whole && cat >/bin/grep && chmod +x /bin/grep")
                    .stdin(Stdin.bytes(lines.getBytes(StandardCharsets.US_ASCII))));
            assertThat(run(box, "printf 'x\\0' | grep -qz x").exit()).isEqualTo(new Exit.Exited(2));
            endsWhatIsLeftAndWhatIsCancelled(box);
            keepsASpawnedProgram(box);
        }
    }

    /** Makes {@code sh} of the box that shell; BusyBox is it already. */
    private static void become(Box box, String shell) throws InterruptedException {
        if (!shell.equals("busybox")) {
            ExecResult made = run(box, "ln -sf \"$(command -v " + shell + ")\" /bin/sh.new && mv /bin/sh.new /bin/sh");
            assumeTrue(made.exit().isSuccess(), "the image has no " + shell);
        }
        assertThat(run(box, "readlink /proc/$$/exe; :").stdoutText()).endsWith(shell + "\n");
    }

    private static void tellsHowAProgramEnded(Box box) throws InterruptedException {
        for (int code : List.of(0, 1, 2, 125, 126, 127, 137, 202, 211, 255)) {
            assertThat(run(box, "exit " + code).exit()).isEqualTo(new Exit.Exited(code));
        }
        for (int signal : List.of(6, 9, 11, 15)) {
            assertThat(run(box, "kill -" + signal + " $$").exit()).isEqualTo(new Exit.Signaled(signal));
        }
    }

    private static void tellsWhyAProgramIsNotStarted(Box box) {
        assertRefused(ErrorCode.LAUNCH_NOT_FOUND, () -> box.exec(Command.of("no-such")));
        assertRefused(ErrorCode.LAUNCH_IS_DIRECTORY, () -> box.exec(Command.of("/bin")));
        assertRefused(ErrorCode.LAUNCH_NOT_EXECUTABLE, () -> box.exec(Command.of("/etc/passwd")));
        assertRefused(
                ErrorCode.LAUNCH_CWD_MISSING, () -> box.exec(Command.of("true").cwd("/no-such")));
    }

    private static void keepsBytesAndArguments(Box box) throws InterruptedException {
        byte[] bytes = new byte[256];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        ExecResult copied = box.exec(sh("cat; echo err >&2").stdin(Stdin.bytes(bytes)));
        assertThat(copied.stdout()).isEqualTo(bytes);
        assertThat(copied.stderrText()).isEqualTo("err\n");
        Command odd = Command.of(
                        "sh", "-c", "printf '<%s>' \"$@\" \"$V\"", "x", "", " a  b ", "*", "-n", "é\n\\n'\"$V`")
                .env("V", "v\n ' \\ é");
        assertThat(box.exec(odd).stdoutText()).isEqualTo("<>< a  b ><*><-n><é\n\\n'\"$V`><v\n ' \\ é>");
    }

    private static void endsWhatIsLeftAndWhatIsCancelled(Box box) throws InterruptedException {
        assertThat(run(box, "sleep 3321 & setsid sleep 3321 & exit 4").exit()).isEqualTo(new Exit.Exited(4));
        assertThat(Processes.withArgument("3321")).isEmpty();
        try (Execution execution = box.start(
                sh("trap '' TERM; setsid sleep 3322 & echo up; sleep 3322").grace(Duration.ofMillis(200)))) {
            assertThat(execution.read(0, Duration.ofSeconds(20)).chunks()).isNotEmpty();
            execution.cancel();
            assertThat(execution.await().exit()).isEqualTo(new Exit.Cancelled());
        }
        assertThat(Processes.withArgument("3322")).isEmpty();
    }

    private static void keepsASpawnedProgram(Box box) throws InterruptedException {
        ProcessId spawned = box.spawn(Command.of("sleep", "3323"));
        assertThat(box.isRunning(spawned)).isTrue();
        box.stop(spawned);
        assertThat(Processes.withArgument("3323")).isEmpty();
    }
}
