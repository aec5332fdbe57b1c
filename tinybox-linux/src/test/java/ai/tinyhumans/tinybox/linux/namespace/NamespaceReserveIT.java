package ai.tinyhumans.tinybox.linux.namespace;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.Signal;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.linux.BoxCase;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Processes;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The reserve of a box: one, for one command, and gone with the handle that holds it. */
@Requires(Facility.BUBBLEWRAP)
class NamespaceReserveIT extends BoxCase {

    @Override
    protected Placement placement() {
        return Placement.of("local", "namespace");
    }

    private Box reserving() throws InterruptedException {
        Box box = create();
        box.holdReserve();
        return box;
    }

    /** The first processes of boxes below this JVM, that in reserve included. */
    private static List<ProcessHandle> firstProcesses(ProcessHandle of) {
        return of.descendants()
                .filter(process -> Processes.withArgument(FirstProcess.PATH).contains(process.pid()))
                .filter(process ->
                        process.parent().filter(parent -> !parent.equals(of)).isPresent())
                .toList();
    }

    static ProcessHandle awaitReserve() {
        ProcessHandle self = ProcessHandle.current();
        await().atMost(Duration.ofSeconds(20)).until(() -> firstProcesses(self).size() == 1);
        return firstProcesses(self).get(0);
    }

    /** The reserve, once nothing of its box is still to be set up. */
    static ProcessHandle awaitReady() {
        ProcessHandle reserve = awaitReserve();
        Path name = Path.of("/proc", Long.toString(reserve.pid()), "comm");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> Files.readString(name).equals(".tinybox\n"));
        return reserve;
    }

    /** Answers whether the next command of a box runs in a reserve. */
    static boolean serves(ProcessHandle reserve, Box box) {
        String nap = nap();
        try (Execution running = box.start(Command.of("sleep", nap))) {
            awaitRunning(nap);
            assertThat(running.isOver()).isFalse();
            return reserve.children().map(ProcessHandle::pid).toList().equals(Processes.withArgument(nap));
        }
    }

    @Test
    void runsTheNextCommandInTheReserve() throws InterruptedException {
        String nap = nap();
        try (Box box = reserving()) {
            ProcessHandle reserve = awaitReserve();
            assertThat(reserve.children()).isEmpty();
            try (Execution execution = box.start(Command.of("sleep", nap))) {
                awaitRunning(nap);
                assertThat(reserve.children().map(ProcessHandle::pid)).isEqualTo(Processes.withArgument(nap));
                assertThat(firstProcesses(ProcessHandle.current())).containsExactly(reserve);
                assertThat(execution.isOver()).isFalse();
            }
            assertGone(nap);
            assertThat(reserve.isAlive()).isFalse();
            assertThat(awaitReserve()).isNotEqualTo(reserve);
        }
        assertThat(firstProcesses(ProcessHandle.current())).isEmpty();
    }

    @Test
    void givesEachCommandItsOwnInputDirectoryAndVariables() throws Exception {
        Files.createDirectory(workspace.resolve("dir"));
        Path input = Files.writeString(outside.resolve("input"), "from a file");
        try (Box box = reserving()) {
            for (int i = 0; i < 3; i++) {
                awaitReserve();
                Command command = sh("pwd; echo $N; cat; echo oops >&2; exit 139")
                        .cwd("dir")
                        .env("N", Integer.toString(i))
                        .stdin(i == 0 ? Stdin.none() : i == 1 ? Stdin.file(input) : Stdin.bytes(new byte[] {'x'}));
                var result = box.exec(command);
                String read = i == 0 ? "" : i == 1 ? "from a file" : "x";
                assertThat(result.stdoutText()).isEqualTo("/workspace/dir\n" + i + "\n" + read);
                assertThat(result.stderrText()).isEqualTo("oops\n");
                assertThat(result.exit()).isEqualTo(new Exit.Exited(139));
            }
        }
    }

    @Test
    void doesWithoutAReserveThatDied() throws InterruptedException {
        try (Box box = reserving()) {
            ProcessHandle reserve = awaitReserve();
            reserve.destroyForcibly();
            await().until(() -> !reserve.isAlive());
            assertThat(box.exec(Command.of("echo", "still")).stdoutText()).isEqualTo("still\n");
            awaitReserve();
        }
    }

    @Test
    void endsWithTheBoxThatAnotherHandleDestroys() throws InterruptedException {
        try (Box box = reserving()) {
            awaitReady();
            tinybox.box(box.id()).destroy();
            assertThat(firstProcesses(ProcessHandle.current())).isEmpty();
        }
    }

    @Test
    void isNotSetUpAnewForABoxThatAnotherHandleDestroys() throws InterruptedException {
        try (Box box = reserving()) {
            awaitReady();
            try (Execution running = box.start(Command.of("sleep", nap()))) {
                tinybox.box(box.id()).destroy();
                assertThat(running.await().exit()).isEqualTo(new Exit.Signaled(Signal.TERM.number()));
                await().until(() -> firstProcesses(ProcessHandle.current()).isEmpty());
                await().during(Duration.ofSeconds(1))
                        .until(() -> firstProcesses(ProcessHandle.current()).isEmpty());
            }
        }
    }

    @Test
    void keepsNoMoreThanOneHoweverManyCommandsRun() throws InterruptedException {
        String nap = nap();
        try (Box box = reserving()) {
            box.holdReserve();
            List<Execution> many = Stream.generate(() -> box.start(Command.of("sleep", nap)))
                    .limit(5)
                    .toList();
            await().until(() -> Processes.withArgument(nap).size() == 5);
            box.exec(Command.of("true"));
            await().until(() -> firstProcesses(ProcessHandle.current()).size() == 6);
            many.forEach(Execution::close);
            assertThat(awaitReserve().isAlive()).isTrue();
        }
        assertThat(firstProcesses(ProcessHandle.current())).isEmpty();
    }

    @Test
    void saysWhyABoxCannotBeSetUp() throws Exception {
        Path gone = Files.createDirectory(workspace.resolve("gone"));
        try (Box box = tinybox.create(BoxSpec.builder(placement(), WorkspaceSource.localDir(gone))
                .accept(Constraint.CPU, Constraint.MEMORY, Constraint.PIDS, Constraint.DISK)
                .build())) {
            Files.delete(gone);
            box.holdReserve();
            assertRefused(ErrorCode.LAUNCH_FAILED, () -> box.exec(Command.of("true")))
                    .hasMessageContaining("bwrap: ");
        }
    }

    @Test
    void diesWithTheJvm() throws Exception {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Program.class.getName(),
                        workspace.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(jvm.getInputStream().read()).isEqualTo('u');
        await().atMost(Duration.ofSeconds(20))
                .until(() -> firstProcesses(jvm.toHandle()).size() == 1);
        ProcessHandle reserve = firstProcesses(jvm.toHandle()).get(0);
        ProcessHandle bubblewrap = reserve.parent().orElseThrow();
        jvm.destroyForcibly().waitFor();
        await().atMost(Duration.ofSeconds(5)).until(() -> !reserve.isAlive() && !bubblewrap.isAlive());
    }

    /** Holds a reserve, and does nothing else. */
    static final class Program {

        private Program() {}

        public static void main(String[] args) throws InterruptedException {
            Tinybox tinybox = Tinybox.open();
            Box box = tinybox.create(
                    BoxSpec.builder(Placement.of("local", "namespace"), WorkspaceSource.localDir(Path.of(args[0])))
                            .accept(Constraint.CPU, Constraint.MEMORY, Constraint.PIDS, Constraint.DISK)
                            .build());
            box.holdReserve();
            System.out.println("up");
            System.out.flush();
            Thread.currentThread().join();
        }
    }

    @Test
    void isRefusedWhereNothingIsSetUp() throws InterruptedException {
        try (Box box = tinybox.create(
                BoxSpec.builder(Placement.of("local", "passthrough"), WorkspaceSource.localDir(workspace))
                        .accept(Constraint.values())
                        .build())) {
            assertRefused(ErrorCode.CAPABILITY_UNSUPPORTED, box::holdReserve).hasMessageContaining("sets nothing up");
            assertThat(box.exec(Command.of("true").stdin(Stdin.bytes("".getBytes(StandardCharsets.UTF_8))))
                            .exit())
                    .isEqualTo(new Exit.Exited(0));
        }
    }
}
