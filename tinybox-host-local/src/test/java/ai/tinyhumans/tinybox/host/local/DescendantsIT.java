package ai.tinyhumans.tinybox.host.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Processes;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Descendants that tried to get away: which are found, and which a box without confinement does not claim to find. */
class DescendantsIT extends PassthroughCase {

    /** Starts a sleeper in its own session, as the orphan of a parent that is gone, and goes on once it sleeps. */
    private static String daemon(String before, String nap) {
        return "(" + before + " setsid sh -c 'echo > away; exec sleep " + nap + "' > /dev/null 2>&1 &);"
                + " while ! [ -e away ]; do sleep 0.01; done; ";
    }

    @Test
    void areEndedWithTheLeaderThoughTheyLeftItsSession() throws InterruptedException {
        String nap = Naps.of(330);
        ExecResult result = run(daemon("", nap) + "echo ok");
        assertGone(nap);
        assertThat(result.exit()).isEqualTo(new Exit.Exited(0));
        assertThat(result.stdoutText()).isEqualTo("ok\n");
        assertThat(result.survivors()).isEmpty();
    }

    @Test
    void areCancelledThoughTheyLeftItsSession() throws InterruptedException {
        String nap = Naps.of(331);
        try (Execution execution = box.start(sh(daemon("", nap) + "echo up; sleep " + nap))) {
            awaitOutput(execution, "up");
            execution.cancel();
            assertThat(execution.await().exit()).isEqualTo(new Exit.Cancelled());
            assertGone(nap);
        }
    }

    @Test
    void areFoundInASessionOfTheirOwnThatTheySpreadIn() throws InterruptedException {
        String nap = Naps.of(332);
        run("setsid sh -c 'sleep " + nap + " & sleep " + nap + " & echo > away; wait' &"
                + " while ! [ -e away ]; do sleep 0.01; done");
        assertGone(nap);
    }

    @Test // the limit that docs/security.md states
    void areLostOnceTheyDropTheMarkerAndTheSession() throws InterruptedException {
        String nap = Naps.of(333);
        ExecResult result = run(daemon("env -i", nap) + "echo ok");
        assertThat(result.exit()).isEqualTo(new Exit.Exited(0));
        awaitRunning(nap);
        assertThat(Processes.withArgument(nap)).hasSize(1);
        Naps.kill(nap);
        await().until(() -> Processes.withArgument(nap).isEmpty());
    }

    /** Starts some that write to the pipe without end, drop the marker and leave. */
    private static String flood(String word) {
        return "for i in 1 2 3 4; do (env -i setsid cat /dev/zero " + word + " &); done; sleep 0.3; ";
    }

    @Test
    void doNotHoldUpTheHostThoughTheyAreLostAndWriteWithoutEnd() throws InterruptedException {
        String word = Naps.of(334);
        ExecResult result = box.exec(sh(flood(word)).timeout(Duration.ofSeconds(20)));
        assertThat(result.exit()).isInstanceOf(Exit.LimitHit.class);
        assertThat(run("echo next").stdoutText()).isEqualTo("next\n");
        await().until(() -> Processes.withArgument(word).isEmpty()); // nobody reads, so it is told and ends
    }

    @Test
    void doNotHoldUpTheHostThoughTheyAreLostAndWriteToWhoReads() throws Exception {
        String word = Naps.of(335);
        try (Execution execution = box.start(sh(flood(word) + "exit 3"))) {
            assertThat(execution.await().exit()).isEqualTo(new Exit.Exited(3));
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            execution.copyTo(out, out);
            assertThat(out.size()).isLessThanOrEqualTo(2 << 20); // the window, and what a large pipe held at the end
        }
        assertThat(run("echo next").stdoutText()).isEqualTo("next\n");
        await().until(() -> Processes.withArgument(word).isEmpty());
    }

    @Test
    @Requires(Facility.BASH)
    void areFoundInGroupsOfTheirOwn() throws InterruptedException {
        String nap = Naps.of(336);
        ExecResult result = exec("bash", "-c", "set -m; sleep " + nap + " & sleep " + nap + " & echo ok");
        assertGone(nap);
        assertThat(result.stdoutText()).isEqualTo("ok\n");
    }

    @Test
    @Requires(Facility.BASH)
    void areFoundInGroupsOfTheirOwnWithoutTheMarker() throws InterruptedException {
        String nap = Naps.of(337);
        exec(
                "bash",
                "-c",
                "set -m; env -i sleep " + nap + " & while ! pgrep -f 'sleep " + nap + "' > /dev/null; do :; done");
        assertGone(nap);
    }

    @Test
    void areKilledWhenTheLeaderEndsThoughTheyIgnoreEverythingElse() throws InterruptedException {
        String nap = Naps.of(338);
        ExecResult result =
                run("(trap '' TERM HUP INT; echo > up; sleep " + nap + ") & while ! [ -e up ]; do :; done; exit 9");
        assertGone(nap);
        assertThat(result.exit()).isEqualTo(new Exit.Exited(9));
        assertThat(result.usage().wall()).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void ofOtherExecutionsAreLeftAlone() throws InterruptedException {
        String mine = Naps.of(339);
        String other = Naps.of(340);
        try (Execution execution = box.start(sh(daemon("", other) + "echo up; sleep " + other))) {
            awaitOutput(execution, "up");
            box.exec(sh("sleep " + mine + " & sleep " + mine).timeout(Duration.ofMillis(300)));
            assertGone(mine);
            assertThat(Processes.withArgument(other)).hasSize(2);
        }
        assertGone(other);
    }
}
