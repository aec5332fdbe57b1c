package ai.tinyhumans.tinybox.linux.namespace;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.event.CollectingSink;
import ai.tinyhumans.tinybox.event.SandboxEvent;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.LimitKind;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.linux.BoxCase;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.Resources;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Limits of a box, where control groups keep them: each hit ends typed, in time, and nothing is left. */
@Requires({Facility.BUBBLEWRAP, Facility.CGROUP, Facility.PYTHON})
@Timeout(120)
class NamespaceLimitsIT extends BoxCase {

    private static final ByteSize MEMORY = ByteSize.ofMiB(64);
    private static final Exit OUT_OF_MEMORY = new Exit.LimitHit(LimitKind.MEMORY, MEMORY.bytes());
    private static final int PIDS = 32;
    private static final Exit OUT_OF_PIDS = new Exit.LimitHit(LimitKind.PIDS, PIDS);

    /** Takes as many MiB as it is told, writes a line, and keeps them until its input ends. */
    private static final String TAKE = "import sys; x = bytearray(b'x') * (int(sys.argv[1]) << 20);"
            + " print('taken', flush=True); sys.stdin.read()";

    private final CollectingSink sink = new CollectingSink();

    @Override
    protected Placement placement() {
        return Placement.of("local", "namespace");
    }

    @Override
    protected Tinybox.Builder parts() {
        return Tinybox.builder().events(sink);
    }

    @AfterEach
    void leavesNoGroup() throws IOException {
        String own = "tinybox-" + ProcessHandle.current().pid() + "-";
        try (Stream<Path> groups = Files.find(
                Path.of("/sys/fs/cgroup"),
                16,
                (path, attributes) -> path.getFileName().toString().startsWith(own))) {
            assertThat(groups).as("groups left").isEmpty();
        }
    }

    private Box create(Resources resources) throws InterruptedException {
        return tinybox.create(spec().resources(resources).build());
    }

    @Test
    void limitsACommandThatAReserveServes() throws InterruptedException {
        try (Box box = create(Resources.DEFAULT.withMemory(MEMORY))) {
            box.holdReserve();
            for (int i = 0; i < 2; i++) {
                ProcessHandle reserve = NamespaceReserveIT.awaitReserve();
                assertThat(box.exec(python(TAKE, "200")).exit()).isEqualTo(OUT_OF_MEMORY);
                assertThat(reserve.isAlive()).isFalse();
            }
            NamespaceReserveIT.awaitReserve();
            assertThat(box.exec(python(TAKE, "10")).exit()).isEqualTo(new Exit.Exited(0));
        }
    }

    @Test
    void endsWhatTakesMoreMemoryThanTheBoxMayUse() throws InterruptedException {
        try (Box box = create(Resources.DEFAULT.withMemory(MEMORY))) {
            ExecResult result = box.exec(python(TAKE, "200"));
            assertThat(result.exit()).isEqualTo(OUT_OF_MEMORY);
            assertThat(result.survivors()).isEmpty();
            assertThat(box.exec(python(TAKE, "10")).exit()).isEqualTo(new Exit.Exited(0));
        }
        tinybox.close(); // tells the sink all there is
        assertThat(sink.events().stream().map(Object::getClass).map(Class::getSimpleName))
                .containsExactly("Started", "LimitHit", "Exited", "Started", "Exited");
        assertThat(((SandboxEvent.LimitHit) sink.events().get(1)).kind()).isEqualTo(LimitKind.MEMORY);
    }

    @Test
    void endsAllOfACommandThatTookTooMuchMemory() throws InterruptedException {
        String nap = nap();
        try (Box box = create(Resources.DEFAULT.withMemory(MEMORY))) {
            ExecResult result = box.exec(sh("sleep $1 & python3 -c \"$2\" 200; echo on", nap, TAKE));
            assertThat(result.exit()).isEqualTo(OUT_OF_MEMORY);
            assertThat(result.stdoutText()).isEmpty();
            assertGone(nap);
        }
    }

    @Test
    void countsScratchFilesAsMemory() throws InterruptedException {
        try (Box box = create(Resources.DEFAULT.withMemory(MEMORY))) {
            assertThat(box.exec(sh("for d in /tmp /dev/shm; do head -c 60000000 /dev/zero >$d/f; done"))
                            .exit())
                    .isEqualTo(OUT_OF_MEMORY);
        }
    }

    @Test
    void countsTheMemoryOfAllCommandsTogether() throws InterruptedException {
        try (Box box = create(Resources.DEFAULT.withMemory(MEMORY));
                Execution first = box.start(python(TAKE, "35").stdin(Stdin.open()))) {
            assertThat(first.read(0, Duration.ofSeconds(30)).chunks()).isNotEmpty();
            Exit second = box.exec(python(TAKE, "45")).exit();
            first.cancel();
            assertThat(List.of(first.await().exit(), second)).contains(OUT_OF_MEMORY);
        }
    }

    @Test
    void refusesProcessesBeyondTheLimit() throws InterruptedException { // B098
        String nap = nap();
        try (Box box = create(Resources.DEFAULT.withPids(PIDS))) {
            ExecResult result = box.exec(sh("i=0; while [ $i -lt 200 ]; do sleep $1 & i=$((i+1)); done; wait", nap));
            assertThat(result.exit()).isEqualTo(OUT_OF_PIDS);
            assertThat(result.survivors()).isEmpty();
            assertGone(nap);
            assertThat(box.exec(sh("true")).exit()).isEqualTo(new Exit.Exited(0));
        }
    }

    @Test
    void endsAForkBombWithItsTime() throws InterruptedException {
        Duration budget = Duration.ofSeconds(2);
        try (Box box = create(Resources.DEFAULT.withPids(PIDS))) {
            ExecResult result = box.exec(python("""
                    import os, signal, time
                    while True:
                        try:
                            os.fork()
                        except OSError:
                            time.sleep(0.01)
                    """).timeout(budget));
            assertThat(result.exit()).isEqualTo(new Exit.TimedOut(budget));
            assertThat(result.survivors()).isEmpty();
        }
    }

    @Test
    void saysNothingOfALimitThatTheProgramCopedWith() throws InterruptedException {
        try (Box box = create(Resources.DEFAULT.withPids(PIDS))) {
            ExecResult result = box.exec(python("""
                    import subprocess
                    running = []
                    try:
                        while True:
                            running.append(subprocess.Popen(['sleep', '60']))
                    except OSError:
                        print(len(running) < 32)
                    """));
            assertThat(result.exit()).isEqualTo(new Exit.Exited(0));
            assertThat(result.stdoutText()).isEqualTo("True\n");
        }
    }

    @Test
    void saysNothingOfALimitThatWasNotHit() throws InterruptedException {
        try (Box box = create(Resources.DEFAULT.withPids(PIDS).withMemory(MEMORY))) {
            assertThat(box.exec(sh("exit 7")).exit()).isEqualTo(new Exit.Exited(7));
            assertThat(box.exec(sh("kill -KILL $$")).exit()).isEqualTo(new Exit.Signaled(9));
        }
    }

    @Test
    void givesNoMoreProcessorTimeThanTheBoxMayHave() throws InterruptedException {
        try (Box box = create(Resources.DEFAULT.withCpuMillis(100))) {
            ExecResult result = box.exec(python("""
                    import time
                    begun = time.monotonic()
                    while time.monotonic() - begun < 3:
                        pass
                    print(time.process_time() / (time.monotonic() - begun))
                    """));
            assertThat(Double.parseDouble(result.stdoutText())).isLessThan(0.5);
        }
    }

    @Test
    void tellsLimitsTooSmallToStartAnything() throws InterruptedException { // B096
        try (Box box = create(Resources.DEFAULT.withMemory(new ByteSize(1)))) {
            assertRefused(ErrorCode.LAUNCH_NO_ROOM, () -> box.exec(sh("true")));
        }
        try (Box box = create(Resources.DEFAULT.withPids(1))) {
            assertRefused(ErrorCode.LAUNCH_NO_ROOM, () -> box.exec(sh("true")));
        }
    }

    @Test
    void takesLimitsTooLargeToCount() throws InterruptedException { // B096
        Resources huge =
                new Resources(Integer.MAX_VALUE, new ByteSize(Long.MAX_VALUE), Integer.MAX_VALUE, ByteSize.ofGiB(1));
        try (Box box = create(huge)) {
            assertThat(box.exec(sh("true")).exit()).isEqualTo(new Exit.Exited(0));
        }
    }

    @Test
    void addsNothingToTheEnvironment() throws InterruptedException {
        try (Box box = create()) {
            List<String> names = box.exec(sh("tr '\\0' '\\n' </proc/self/environ"))
                    .stdoutText()
                    .lines()
                    .map(line -> line.substring(0, line.indexOf('=')))
                    .toList();
            assertThat(names).containsExactlyInAnyOrder("TINYBOX_EXECUTION", "PATH", "HOME", "TMPDIR", "LANG");
        }
    }
}
