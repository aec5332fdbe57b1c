package ai.tinyhumans.tinybox.host.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.Outcome;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Processes;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Cancel, timeout and signals from elsewhere: one cause each, and nobody left when it is told. */
class EndingIT extends PassthroughCase {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private static void killFromOutside(long pid) {
        assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();
    }

    @Test // B017
    void timesOutAndLeavesNobody() throws InterruptedException {
        String nap = Naps.of(324);
        ExecResult result = box.exec(Command.of("sleep", nap).timeout(SECOND));
        assertThat(result.exit()).isEqualTo(new Exit.TimedOut(SECOND));
        assertThat(result.usage().wall()).isBetween(SECOND, Duration.ofSeconds(3));
        assertGone(nap);
    }

    @Test // B017
    void doesNotTimeOutUnlessAsked() throws InterruptedException {
        assertThat(exec("sleep", "8").exit()).isEqualTo(new Exit.Exited(0));
    }

    @Test // B018
    void timesOutTheChildOfTheShellAsWell() throws InterruptedException {
        String nap = Naps.of(311);
        ExecResult result = box.exec(sh("sleep " + nap + "; true").timeout(SECOND));
        assertThat(result.exit()).isEqualTo(new Exit.TimedOut(SECOND));
        assertThat(result.usage().wall()).isLessThan(Duration.ofSeconds(3));
        assertGone(nap);
    }

    @Test // B019
    @Requires(Facility.BASH)
    void cancelsATreeThatIgnoresTheRequest() throws InterruptedException {
        String nap = Naps.of(312);
        Command tree = Command.of("bash", "-c", "trap '' TERM; (trap '' TERM; sleep " + nap + ") & wait")
                .grace(SECOND);
        try (Execution execution = box.start(tree)) {
            awaitRunning(nap);
            long begun = System.nanoTime();
            execution.cancel();
            Outcome outcome = execution.await();
            assertGone(nap);
            assertThat(outcome.exit()).isEqualTo(new Exit.Cancelled());
            assertThat(outcome.survivors()).isEmpty();
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isBetween(SECOND, Duration.ofSeconds(3));
        }
    }

    @Test // B020
    void givesAProgramItsGrace() throws InterruptedException {
        Command polite = sh("trap 'sleep 0.3; echo bye > bye; exit 0' TERM; echo up; while :; do sleep 0.05; done");
        try (Execution execution = box.start(polite)) {
            awaitOutput(execution, "up");
            execution.cancel();
            assertThat(execution.await().exit()).isEqualTo(new Exit.Cancelled());
        }
        assertThat(workspace.resolve("bye")).hasContent("bye\n");
    }

    @Test // B020, where the leader is gone before the one that needs the grace
    void givesAChildItsGraceThoughItsParentDiesAtOnce() throws InterruptedException {
        Command polite = sh(
                "(trap 'sleep 0.3; echo bye > bye; exit 0' TERM; echo up; while :; do sleep 0.05; done) &" + " wait");
        try (Execution execution = box.start(polite)) {
            awaitOutput(execution, "up");
            execution.cancel();
            assertThat(execution.await().exit()).isEqualTo(new Exit.Cancelled());
        }
        assertThat(workspace.resolve("bye")).hasContent("bye\n");
    }

    @Test
    void givesNoGraceWhereNoneIsWanted() throws InterruptedException {
        Command polite = sh("trap 'echo bye > bye; exit 0' TERM; echo up; while :; do sleep 0.05; done")
                .grace(Duration.ZERO);
        try (Execution execution = box.start(polite)) {
            awaitOutput(execution, "up");
            execution.cancel();
            assertThat(execution.await().exit()).isEqualTo(new Exit.Cancelled());
        }
        assertThat(workspace.resolve("bye")).doesNotExist();
    }

    @Test
    void doesNotWaitForTheGraceOfAProgramThatObeys() throws InterruptedException {
        try (Execution execution = box.start(Command.of("sleep", Naps.of(325)).grace(Duration.ofSeconds(25)))) {
            execution.cancel();
            assertThat(execution.await().usage().wall()).isLessThan(Duration.ofSeconds(5));
        }
    }

    @Test // B023
    void tellsCancelTimeoutAndAForeignKillApart() throws InterruptedException {
        String nap = Naps.of(316);
        try (Execution execution = box.start(Command.of("sleep", nap))) {
            execution.cancel();
            assertThat(execution.await().exit()).isEqualTo(new Exit.Cancelled());
        }
        assertThat(box.exec(Command.of("sleep", nap).timeout(SECOND)).exit()).isEqualTo(new Exit.TimedOut(SECOND));
        try (Execution execution = box.start(Command.of("sleep", nap))) {
            awaitRunning(nap);
            Naps.kill(nap);
            assertThat(execution.await().exit()).isEqualTo(new Exit.Signaled(9));
        }
    }

    @Test // B024
    void endsTheChildOfALeaderThatIsKilledFromOutside() throws InterruptedException {
        String nap = Naps.of(317);
        String script = "echo before; sleep " + nap + "; true";
        try (Execution execution = box.startCollected(sh(script))) {
            awaitRunning(nap);
            long begun = System.nanoTime();
            Processes.withArgument(script).forEach(EndingIT::killFromOutside);
            ExecResult result = execution.collect();
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(3));
            assertThat(result.exit()).isEqualTo(new Exit.Signaled(9));
            assertThat(result.exit().code()).isEqualTo(137);
            assertThat(result.stdoutText()).isEqualTo("before\n");
            assertGone(nap);
        }
    }

    @Test
    void keepsTheFirstCause() throws InterruptedException {
        Command slow = sh("trap '' TERM; echo up; sleep 5 & wait; sleep " + Naps.of(326))
                .timeout(Duration.ofSeconds(2))
                .grace(Duration.ofSeconds(3));
        try (Execution execution = box.start(slow)) {
            awaitOutput(execution, "up");
            execution.cancel();
            execution.cancel();
            assertThat(execution.await().exit()).isEqualTo(new Exit.Cancelled());
        }
    }

    @Test
    void changesNothingOnceTheProgramIsDead() throws InterruptedException {
        try (Execution execution = box.start(sh("exit 4").timeout(SECOND))) {
            execution.await();
            execution.cancel();
            assertThat(execution.await().exit()).isEqualTo(new Exit.Exited(4));
        }
    }

    @Test
    void endsAProgramThatIsStopped() throws InterruptedException {
        String nap = Naps.of(327);
        ExecResult result =
                box.exec(sh("sleep " + nap + " & kill -STOP $!; kill -STOP $$").timeout(SECOND));
        assertThat(result.exit()).isEqualTo(new Exit.TimedOut(SECOND));
        assertGone(nap);
    }

    @Test
    void endsTwoHundredAtOnce() throws InterruptedException {
        String nap = Naps.of(328);
        try (Execution execution =
                box.start(sh("i=0; while [ $i -lt 200 ]; do sleep " + nap + " & i=$((i+1)); done; echo up; wait"))) {
            awaitOutput(execution, "up");
            await().until(() -> Processes.withArgument(nap).size() == 200);
            execution.cancel();
            Outcome outcome = execution.await();
            assertGone(nap);
            assertThat(outcome.survivors()).isEmpty();
        }
    }

    @Test
    void endsATreeThatGrowsWhileItIsEnded() throws InterruptedException {
        String nap = Naps.of(329);
        Command growing = sh("trap '' TERM; echo up; i=0; while [ $i -lt 2000 ]; do setsid sleep " + nap
                        + " & i=$((i+1)); done; wait")
                .grace(Duration.ofMillis(100));
        try (Execution execution = box.start(growing)) {
            awaitOutput(execution, "up");
            execution.cancel();
            Outcome outcome = execution.await();
            assertGone(nap);
            assertThat(outcome.survivors()).isEmpty();
        }
    }
}
