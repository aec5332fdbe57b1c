package ai.tinyhumans.tinybox.host.local;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.Signal;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Lifetime;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How long the thread of a restricted program lives. */
@Requires(Facility.LAUNCH)
@ExtendWith(LeakCheck.class)
class RestrictedThreadIT {

    private static final Env PATH = new Env(Map.of("PATH", "/usr/bin:/bin"));

    private final LocalHost host = new LocalHost();
    private volatile Thread origin = Thread.currentThread();

    @AfterEach
    void closeHost() {
        host.close();
    }

    private HostProcess start(CountDownLatch exited, String... argv) {
        LaunchPlan plan = LaunchPlan.of(List.of(argv), PATH, "/").restrictedBy(() -> origin = Thread.currentThread());
        return host.start(
                new Launch(plan, host.newMarker(Lifetime.EXECUTION), Stdin.none(), Launch.Output.DISCARDED),
                exited::countDown);
    }

    @Test
    void livesExactlyAsLongAsItsProgram() throws InterruptedException {
        CountDownLatch exited = new CountDownLatch(1);
        HostProcess process = start(exited, "sleep", "3140");
        Thread thread = origin;
        assertThat(thread.getName()).isEqualTo("tinybox-jail");
        assertThat(thread.isDaemon()).isTrue();
        await().until(() -> thread.getState() == Thread.State.WAITING);
        process.signal(Signal.KILL);
        exited.await();
        process.reap();
        thread.join(10_000);
        assertThat(thread.isAlive()).isFalse();
    }

    @Test
    void endsAtOnceIfItsProgramDoesNotStart() throws InterruptedException {
        assertRefused(ErrorCode.LAUNCH_NOT_FOUND, () -> start(new CountDownLatch(1), "/no/such"));
        Thread thread = origin;
        thread.join(10_000);
        assertThat(thread.isAlive()).isFalse();
    }

    @Test
    void triesEveryDirectoryOfThePath() throws InterruptedException {
        CountDownLatch exited = new CountDownLatch(1);
        HostProcess process = start(exited, "true");
        exited.await();
        assertThat(process.reap().exit()).isEqualTo(new Exit.Exited(0));
    }
}
