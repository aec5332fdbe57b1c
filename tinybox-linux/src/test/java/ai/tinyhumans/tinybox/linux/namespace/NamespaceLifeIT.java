package ai.tinyhumans.tinybox.linux.namespace;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.event.CollectingSink;
import ai.tinyhumans.tinybox.event.SandboxEvent;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.Outcome;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.linux.BoxCase;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Processes;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How commands in namespaces begin and end, and whose death is theirs. */
@Requires(Facility.BUBBLEWRAP)
class NamespaceLifeIT extends BoxCase {

    private static final int KILLS = 20;
    private static final int CANCELS = 10;
    private static final long SEED = 20260318;

    private final CollectingSink sink = new CollectingSink();

    @Override
    protected Placement placement() {
        return Placement.of("local", "namespace");
    }

    @Override
    protected Tinybox.Builder parts() {
        return Tinybox.builder().events(sink);
    }

    @ParameterizedTest
    @CsvSource({
        "exit 0,0",
        "exit 1,1",
        "exit 127,127",
        "exit 128,128",
        "exit 129,129",
        "exit 137,137",
        "exit 192,192",
        "exit 255,255"
    })
    void tellsACodeOfTheProgramFromAFailureToStartIt(String script, int code) throws InterruptedException { // B081
        assertThat(run(script).exit()).isEqualTo(new Exit.Exited(code));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 9, 15, 34, 64})
    void tellsASignalFromACode(int signal) throws InterruptedException {
        assertThat(run("kill -$1 $$", Integer.toString(signal)).exit()).isEqualTo(new Exit.Signaled(signal));
    }

    @Test
    void endsAtOnceWhatIsCancelledWhileItsBoxIsBeingSetUp() throws InterruptedException {
        try (Box box = create()) {
            for (int i = 0; i < CANCELS; i++) {
                try (Execution execution = box.start(Command.of("sleep", "600"))) {
                    execution.cancel();
                    Outcome outcome = execution.await();
                    assertThat(outcome.exit()).isEqualTo(new Exit.Cancelled());
                    assertThat(outcome.usage().wall()).isLessThan(Command.DEFAULT_GRACE);
                }
            }
        }
    }

    @Test
    void asksAProgramToEndOnlyOnce() throws Exception {
        String script =
                "trap 'echo asked; sleep 0.1; sleep 0.1; sleep 0.1; exit' TERM; echo up; while :; do sleep 0.01; done";
        try (Box box = create();
                Execution execution = box.start(Command.of("sh", "-c", script))) {
            assertThat(execution.read(0, Duration.ofMinutes(1)).chunks()).isNotEmpty();
            execution.cancel();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            execution.copyTo(out, OutputStream.nullOutputStream());
            assertThat(out).hasToString("up\nasked\n");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "LAUNCH_NOT_FOUND | no-such-program-anywhere | /tmp",
                "LAUNCH_NOT_FOUND | /workspace/file/x | /tmp",
                "LAUNCH_NOT_FOUND | ./lost | /workspace",
                "LAUNCH_IS_DIRECTORY | /usr | /tmp",
                "LAUNCH_NOT_EXECUTABLE | ./file | /workspace",
                "LAUNCH_NOT_EXECUTABLE | /workspace/empty | /tmp",
                "LAUNCH_CWD_MISSING | true | /no: such",
                "LAUNCH_CWD_NOT_DIRECTORY | true | file",
            })
    void saysWhyNothingStarted(ErrorCode code, String program, String directory) throws Exception {
        Files.writeString(workspace.resolve("file"), "x");
        Files.writeString(workspace.resolve("lost"), "#!/no/such/interpreter\n");
        Files.writeString(workspace.resolve("empty"), "echo no interpreter\n");
        Set<PosixFilePermission> all = PosixFilePermissions.fromString("rwxr-xr-x");
        Files.setPosixFilePermissions(workspace.resolve("lost"), all);
        Files.setPosixFilePermissions(workspace.resolve("empty"), all);
        try (Box box = create()) {
            assertRefused(code, () -> box.exec(Command.of(program).cwd(directory)));
        }
    }

    @Test
    void tellsWhatTheCommandUsed() throws InterruptedException {
        ExecResult result = run("i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done; times | head -1 | cut -d' ' -f1");
        String own = result.stdoutText().strip().replaceAll("^0m|s$", "");
        assertThat(result.outcome().usage().user())
                .isGreaterThanOrEqualTo(Duration.ofMillis((long) (1000 * Double.parseDouble(own)) - 20));
    }

    @Test
    void takesArgumentsUpToTheLimitOfTheKernel() throws InterruptedException {
        String large = "x".repeat(100_000);
        try (Box box = create()) {
            assertThat(box.exec(sh("echo $# ${#1}", large, large, large)).stdoutText())
                    .isEqualTo("3 100000\n");
            Command tooMuch = Command.of(Stream.concat(
                            Stream.of("true"), Stream.generate(() -> large).limit(70))
                    .toList());
            assertRefused(ErrorCode.LAUNCH_ARGUMENTS_TOO_LONG, () -> box.exec(tooMuch));
        }
    }

    @Test
    void saysWhyAStreamedCommandDidNotStart() throws InterruptedException {
        try (Box box = create();
                Execution execution = box.start(Command.of("/no/such"))) {
            assertRefused(ErrorCode.LAUNCH_NOT_FOUND, execution::await).hasMessageContaining("'/no/such'");
        }
    }

    @Test
    void letsAProgramEndItselfWhenItIsCancelled() throws InterruptedException {
        try (Box box = create();
                Execution execution =
                        box.start(sh("trap 'echo bye > end; exit 3' TERM; echo up; while :; do sleep 0.05; done")
                                .grace(Duration.ofSeconds(20)))) {
            assertThat(execution.read(0, Duration.ofSeconds(20)).chunks()).isNotEmpty();
            long begun = System.nanoTime();
            execution.cancel();
            assertThat(execution.await().exit()).isEqualTo(new Exit.Cancelled());
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(15));
            assertThat(workspace.resolve("end")).hasContent("bye");
        }
    }

    @Test
    void tellsTheProgramNotItsWrapperInEvents() throws InterruptedException {
        run("exit 0");
        await().untilAsserted(() -> assertThat(sink.events())
                .filteredOn(SandboxEvent.Started.class::isInstance)
                .extracting(event -> ((SandboxEvent.Started) event).program())
                .containsExactly("sh"));
    }

    @Test
    void putsNoValueOfAVariableOnACommandLine() throws Exception {
        String nap = nap();
        try (Box box = create();
                Execution execution = box.start(Command.of("sleep", nap).env("TOKEN", "s3cret-" + nap))) {
            awaitRunning(nap);
            for (Path process : processes()) {
                assertThat(read(process.resolve("cmdline"))).doesNotContain("s3cret-" + nap);
            }
            assertThat(execution.isOver()).isFalse();
        }
    }

    private static List<Path> processes() throws IOException {
        try (Stream<Path> entries = Files.list(Path.of("/proc"))) {
            return entries.filter(entry ->
                            Character.isDigit(entry.getFileName().toString().charAt(0)))
                    .toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }

    @Test
    void outlivesTheThreadThatStartedIt() throws Exception { // the signal of a parent's death follows the thread
        outlives(Thread::new);
    }

    @Test
    @Requires(Facility.VIRTUAL_THREADS)
    void outlivesTheVirtualThreadThatStartedIt() throws Exception {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        ThreadFactory virtual = (ThreadFactory)
                Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
        outlives(virtual);
    }

    private void outlives(ThreadFactory threads) throws Exception {
        AtomicReference<Execution> started = new AtomicReference<>();
        try (Box box = create()) {
            Thread starter = threads.newThread(
                    () -> started.set(box.startCollected(sh("read x; echo $x").stdin(Stdin.open()))));
            starter.start();
            starter.join();
            await().until(() -> !starter.isAlive());
            try (Execution execution = Objects.requireNonNull(started.get())) {
                LockSupport.parkNanos(Duration.ofMillis(200).toNanos()); // what dies with the thread dies at once
                execution.stdin().write("alive\n".getBytes(StandardCharsets.US_ASCII));
                assertThat(execution.collect().stdoutText()).isEqualTo("alive\n");
            }
        }
    }

    @Test
    void diesWithTheJvmAtWhateverMoment() throws Exception { // B027
        Random random = new Random(SEED);
        String nap = nap();
        for (int kill = 0; kill < KILLS; kill++) {
            Process jvm = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Program.class.getName(),
                            workspace.toString(),
                            nap)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            assertThat(jvm.getInputStream().read()).isEqualTo('u');
            LockSupport.parkNanos(Duration.ofMillis(random.nextInt(30)).toNanos());
            jvm.destroyForcibly().waitFor();
            await().atMost(Duration.ofSeconds(2))
                    .until(() -> Processes.withArgument(nap).isEmpty());
        }
    }

    /** Starts one sleeper after the other, without end. */
    static final class Program {

        private Program() {}

        public static void main(String[] args) throws InterruptedException {
            Tinybox tinybox = Tinybox.open();
            Box box = tinybox.create(
                    BoxSpec.builder(Placement.of("local", "namespace"), WorkspaceSource.localDir(Path.of(args[0])))
                            .accept(Constraint.CPU, Constraint.MEMORY, Constraint.PIDS, Constraint.DISK)
                            .build());
            System.out.println("up");
            System.out.flush();
            while (true) {
                box.start(Command.of("sleep", args[1]));
            }
        }
    }
}
