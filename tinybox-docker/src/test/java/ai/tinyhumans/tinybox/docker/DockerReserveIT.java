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
import ai.tinyhumans.tinybox.spi.InnerSupervisor;
import ai.tinyhumans.tinybox.testkit.Processes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reserve of a container: one {@code docker exec} that waits for its command. */
class DockerReserveIT extends DockerCase {

    private Box reserving() throws InterruptedException {
        Box box = tinybox.create(directory().build());
        box.holdReserve();
        return box;
    }

    /** The {@code docker exec} of a box below this JVM. */
    private static List<ProcessHandle> clients(Box box) {
        return ProcessHandle.current()
                .children()
                .filter(child -> Processes.withArgument(container(box)).contains(child.pid()))
                .toList();
    }

    /** What waits in the box, as it is seen from here: the shell, not the client that brought it there. */
    private static List<Long> waiting() {
        return Processes.withArgument(InnerSupervisor.standby().argv().get(2)).stream()
                .filter(pid -> ProcessHandle.of(pid)
                        .flatMap(ProcessHandle::parent)
                        .filter(parent -> !parent.equals(ProcessHandle.current()))
                        .isPresent())
                .toList();
    }

    private static ProcessHandle awaitReserve(Box box) {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> clients(box).size() == 1 && waiting().size() == 1);
        return clients(box).get(0);
    }

    @Test
    void runsTheNextCommandInTheReserve() throws InterruptedException {
        try (Box box = reserving()) {
            ProcessHandle reserve = awaitReserve(box);
            try (Execution execution = box.start(sh("echo up; exec sleep 3341"))) {
                assertThat(execution.read(0, Duration.ofSeconds(20)).chunks()).isNotEmpty();
                assertThat(clients(box)).containsExactly(reserve);
                execution.cancel();
                assertThat(execution.await().exit()).isEqualTo(new Exit.Cancelled());
            }
            assertThat(Processes.withArgument("3341")).isEmpty();
            assertThat(awaitReserve(box)).isNotEqualTo(reserve);
        }
        assertThat(waiting()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 125, 126, 127, 137, 201, 219})
    void givesEachCommandItsOwnInputDirectoryAndVariables(int code) throws Exception {
        Files.createDirectory(workspace.resolve("dir"));
        String odd = "a\n 'b' \"$c\" \\ é";
        try (Box box = reserving()) {
            for (Stdin stdin : List.of(Stdin.none(), Stdin.bytes(new byte[] {'x', '\n', 0, -1}))) {
                ProcessHandle reserve = awaitReserve(box);
                Command command = sh("pwd; printf '<%s>' \"$N\" \"$TINYBOX_REQUEST\"; cat; echo oops >&2; exit " + code)
                        .cwd("dir")
                        .env("N", odd)
                        .stdin(stdin);
                ExecResult result = box.exec(command);
                byte[] read = stdin.match(() -> new byte[0], Stdin.Bytes::content, f -> null, s -> null, () -> null);
                String before = "/workspace/dir\n<" + odd + "><>";
                assertThat(result.stdout()).startsWith(before.getBytes(StandardCharsets.UTF_8));
                assertThat(result.stdout())
                        .endsWith(read)
                        .hasSize(before.getBytes(StandardCharsets.UTF_8).length + read.length);
                assertThat(result.stderrText()).isEqualTo("oops\n");
                assertThat(result.exit()).isEqualTo(new Exit.Exited(code));
                assertThat(reserve.isAlive()).isFalse();
            }
        }
    }

    @Test
    void waitsForAReserveThatIsNotThereYet() throws InterruptedException {
        try (Box box = reserving()) {
            for (int i = 0; i < 3; i++) {
                assertThat(run(box, "echo " + i).stdoutText()).isEqualTo(i + "\n");
            }
        }
    }

    @Test
    void takesNoOutputForItsAnswer() throws InterruptedException {
        try (Box box = reserving()) {
            awaitReserve(box);
            assertThat(run(box, "printf '\\n\\nx'; printf '\\n' >&2").stdoutText())
                    .isEqualTo("\n\nx");
        }
    }

    @Test
    void bringsInputThatIsWrittenLater() throws Exception {
        try (Box box = reserving()) {
            awaitReserve(box);
            try (Execution execution =
                    box.startCollected(sh("read x; echo \"$x\"; cat").stdin(Stdin.open()))) {
                execution.stdin().write("one\n".getBytes(StandardCharsets.US_ASCII));
                execution.stdin().write("two".getBytes(StandardCharsets.US_ASCII));
                execution.stdin().close();
                assertThat(execution.collect().stdoutText()).isEqualTo("one\ntwo");
            }
        }
    }

    @Test
    void keepsVariablesOffEveryCommandLine() throws Exception {
        try (Box box = reserving()) {
            awaitReserve(box);
            Command command = sh("read x; echo \"$SECRET_T\"")
                    .env("SECRET_T", "value-9c2e")
                    .stdin(Stdin.open());
            try (Execution execution = box.startCollected(command)) {
                await().until(() ->
                        !Processes.withArgument("read x; echo \"$SECRET_T\"").isEmpty());
                assertThat(ProcessHandle.allProcesses()
                                .map(process -> String.join(
                                        " ", process.info().arguments().orElse(new String[0]))))
                        .noneMatch(line -> line.contains("value-9c2e"));
                execution.stdin().close();
                execution.await();
            }
        }
    }

    @Test
    void doesWithoutForWhatItCannotDo() throws Exception {
        Path input = Files.writeString(workspace.resolve("input"), "from a file");
        String large = "x".repeat(40_000);
        try (Box box = reserving()) {
            awaitReserve(box);
            assertThat(box.exec(Command.of("cat").stdin(Stdin.file(input))).stdoutText())
                    .isEqualTo("from a file");
            awaitReserve(box);
            assertThat(box.exec(Command.of("echo", large)).stdoutText()).isEqualTo(large + "\n");
            awaitReserve(box);
        }
    }

    @Test
    void doesWithoutAReserveThatDied() throws InterruptedException {
        try (Box box = reserving()) {
            awaitReserve(box).destroyForcibly();
            await().until(() -> waiting().isEmpty());
            assertThat(box.exec(Command.of("echo", "still")).stdoutText()).isEqualTo("still\n");
            awaitReserve(box);
        }
    }

    @Test
    void saysThatAContainerWasPausedAndNeverRunsWhatWasRefused() throws InterruptedException {
        try (Box box = reserving()) {
            awaitReserve(box);
            docker("pause", container(box));
            assertRefused(ErrorCode.BOX_STATE, () -> box.exec(Command.of("touch", "ran")))
                    .hasMessageContaining("paused");
            docker("unpause", container(box));
            assertThat(run(box, "echo on").stdoutText()).isEqualTo("on\n");
            awaitReserve(box);
            assertThat(workspace.resolve("ran")).doesNotExist();
        }
    }

    @Test
    void outlivesAPauseOfItsOwnBox() throws InterruptedException {
        try (Box box = reserving()) {
            ProcessHandle reserve = awaitReserve(box);
            box.pause();
            assertRefused(ErrorCode.BOX_STATE, () -> box.exec(Command.of("true")));
            box.resume();
            assertThat(run(box, "echo on").stdoutText()).isEqualTo("on\n");
            assertThat(reserve.isAlive()).isFalse();
        }
    }

    @Test
    void isClosedWithABoxThatIsPaused() throws InterruptedException {
        try (Box box = reserving()) {
            awaitReserve(box);
            box.pause();
        }
        assertThat(waiting()).isEmpty();
    }

    @Test
    void isForgottenWhenTheContainerIsRestarted() throws InterruptedException {
        try (Box box = reserving()) {
            awaitReserve(box);
            docker("restart", "--time", "0", container(box));
            await().until(() -> waiting().isEmpty());
            assertThat(run(box, "echo again").stdoutText()).isEqualTo("again\n");
            awaitReserve(box);
        }
    }

    @Test
    void saysThatAContainerWasRemoved() throws InterruptedException {
        try (Box box = reserving()) {
            awaitReserve(box);
            docker("rm", "--force", container(box));
            assertRefused(ErrorCode.BOX_GONE, () -> box.exec(Command.of("true")));
        }
    }

    @Test
    void endsACommandWhoseConnectionBreaks() throws InterruptedException {
        try (Box box = reserving()) {
            ProcessHandle reserve = awaitReserve(box);
            try (Execution execution = box.start(sh("echo up; sleep 3342; true"))) {
                assertThat(execution.read(0, Duration.ofSeconds(20)).chunks()).isNotEmpty();
                reserve.destroyForcibly();
                assertRefused(ErrorCode.EXEC_CONNECTION_LOST, execution::await);
                assertThat(Processes.withArgument("3342")).isEmpty();
            }
        }
    }

    @Test
    void keepsNoMoreThanOneHoweverManyCommandsRun() throws InterruptedException {
        try (Box box = reserving()) {
            box.holdReserve();
            List<Execution> many = Stream.generate(() -> box.start(sh("echo up; exec sleep 3343")))
                    .limit(4)
                    .toList();
            for (Execution execution : many) {
                assertThat(execution.read(0, Duration.ofSeconds(20)).chunks()).isNotEmpty();
            }
            run(box, "true");
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> waiting().size() == 1 && clients(box).size() == 5);
            many.forEach(Execution::close);
            awaitReserve(box);
        }
        assertThat(waiting()).isEmpty();
    }

    @Test
    void endsWithAHandleThatDoesNotOwnTheBox() throws InterruptedException {
        try (Box box = tinybox.create(directory().build())) {
            try (Box other = tinybox.box(box.id())) {
                other.holdReserve();
                awaitReserve(box);
            }
            assertThat(clients(box)).isEmpty();
            await().until(() -> waiting().isEmpty());
        }
    }
}
