package ai.tinyhumans.tinybox.linux.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.LimitKind;
import ai.tinyhumans.tinybox.linux.BoxCase;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.Resources;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Programs that do not want to end, or take what they can: each ends typed, in time, and nothing is left of it. */
@Requires(Facility.BUBBLEWRAP)
@Timeout(60)
class NamespaceAbuseIT extends BoxCase {

    /** How many processes a bomb makes: enough to be one, few enough for a machine that others work on. */
    private static final String BOMBS = "200";

    @Override
    protected Placement placement() {
        return Placement.of("local", "namespace");
    }

    @Test
    void endsAThrongOfProcesses() throws InterruptedException { // B098
        String nap = nap();
        Duration budget = Duration.ofSeconds(3);
        try (Box box = create()) {
            ExecResult result =
                    box.exec(sh("i=0; while [ $i -lt $1 ]; do sleep $2 & i=$((i+1)); done; wait", BOMBS, nap)
                            .timeout(budget));
            assertThat(result.exit()).isEqualTo(new Exit.TimedOut(budget));
            assertThat(result.survivors()).isEmpty();
        }
        assertGone(nap);
    }

    @Test
    void endsAThrongWithTheBox() throws InterruptedException { // B098
        String nap = nap();
        Box box = create();
        Execution running = box.start(sh("while :; do sleep $1 & sleep 0.01; done", nap));
        awaitRunning(nap);
        long begun = System.nanoTime();
        box.close();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
        assertThat(running.await().survivors()).isEmpty();
        assertGone(nap);
    }

    @Test
    void endsADaemonThatForkedTwiceAndShedEverything() throws InterruptedException {
        String nap = nap();
        try (Box box = create()) {
            ExecResult result = box.exec(sh("(setsid env -i sh -c 'setsid sleep $0 & exit 0' $1 &); echo done", nap));
            assertThat(result.exit()).isEqualTo(new Exit.Exited(0));
            assertThat(result.survivors()).isEmpty();
            assertGone(nap);
        }
    }

    @Test
    void endsAProgramThatIgnoresTheRequestAndShedTheMarker() throws InterruptedException {
        String nap = nap();
        Duration budget = Duration.ofSeconds(1);
        try (Box box = create()) {
            ExecResult result =
                    box.exec(sh("exec env -i sh -c \"trap '' TERM HUP INT; while :; do sleep $1; done\"", nap)
                            .timeout(budget));
            assertThat(result.exit()).isEqualTo(new Exit.TimedOut(budget));
            assertGone(nap);
        }
    }

    @Test
    void endsEndlessOutput() throws InterruptedException {
        try (Box box = create()) {
            assertThat(box.exec(sh("yes & yes >&2 & wait")).exit())
                    .isEqualTo(new Exit.LimitHit(LimitKind.OUTPUT, 1 << 20));
        }
    }

    @Test
    void boundsScratchFiles() throws InterruptedException {
        Resources small = Resources.DEFAULT.withDisk(ByteSize.ofMiB(1));
        try (Box box = tinybox.create(spec().resources(small).build())) {
            ExecResult result =
                    box.exec(sh("for d in /tmp /dev/shm; do head -c 2000000 /dev/zero > $d/f; wc -c < $d/f; done"));
            assertThat(result.stdoutText()).isEqualTo("1048576\n1048576\n");
            assertThat(result.stderrText()).contains("No space left on device");
        }
    }

    @Test
    void keepsNothingOfScratchForTheNextCommand() throws InterruptedException {
        try (Box box = create()) {
            box.exec(sh("echo x > /tmp/f; echo y > f")).orThrow();
            assertThat(box.exec(sh("ls /tmp; cat f")).stdoutText()).isEqualTo("y\n");
        }
    }
}
