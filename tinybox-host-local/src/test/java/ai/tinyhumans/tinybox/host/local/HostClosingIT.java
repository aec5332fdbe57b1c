package ai.tinyhumans.tinybox.host.local;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Lifetime;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A host that is closed while somebody starts programs on it, as the host of another machine does with its clients. */
@Requires(Facility.LAUNCH)
@ExtendWith(LeakCheck.class)
@Timeout(120)
class HostClosingIT {

    private static final int STARTERS = 4;

    @Test
    void aProgramIsStartedAndServedOrRefused() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(STARTERS);
        try {
            for (int i = 0; i < 50; i++) {
                LocalHost host = new LocalHost();
                CountDownLatch running = new CountDownLatch(STARTERS);
                List<Future<ErrorCode>> refusals = new ArrayList<>();
                for (int starter = 0; starter < STARTERS; starter++) {
                    refusals.add(threads.submit(() -> startUntilRefused(host, running)));
                }
                running.await();
                host.close();
                for (Future<ErrorCode> refusal : refusals) {
                    assertThat(refusal.get(30, TimeUnit.SECONDS)).isEqualTo(ErrorCode.HANDLE_CLOSED);
                }
            }
        } finally {
            threads.shutdownNow();
            assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        } // a program that was not reaped is found by the look for leaks
    }

    private static ErrorCode startUntilRefused(LocalHost host, CountDownLatch running) {
        LaunchPlan plan = LaunchPlan.of(List.of("true"), new Env(Map.of("PATH", "/usr/bin:/bin")), "/");
        while (true) {
            try {
                Launch launch =
                        new Launch(plan, host.newMarker(Lifetime.EXECUTION), Stdin.none(), Launch.Output.LISTENED);
                host.start(launch, () -> {}).disown();
                running.countDown();
            } catch (TinyboxException refusal) {
                return refusal.code();
            }
        }
    }
}
