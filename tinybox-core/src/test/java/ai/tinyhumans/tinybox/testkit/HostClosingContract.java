package ai.tinyhumans.tinybox.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Lifetime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A host that is closed while somebody starts programs on it, as one that others are reached from is by their clients. */
@ExtendWith(LeakCheck.class)
@Timeout(120)
public abstract class HostClosingContract {

    private static final int STARTERS = 4;

    /** The provider to test. */
    protected abstract HostProvider provider();

    /** How many hosts are opened and closed. */
    protected abstract int rounds();

    /** What a start that was under way may be refused for besides. */
    protected Set<ErrorCode> meanwhile() {
        return Set.of();
    }

    @Test
    void aProgramIsStartedAndServedOrRefused() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(STARTERS);
        try {
            for (int i = 0; i < rounds(); i++) {
                Host host = provider().open();
                CountDownLatch running = new CountDownLatch(STARTERS);
                List<Future<?>> starters = new ArrayList<>();
                for (int starter = 0; starter < STARTERS; starter++) {
                    starters.add(threads.submit(() -> startUntilClosed(host, running)));
                }
                running.await();
                host.close();
                for (Future<?> starter : starters) {
                    starter.get(30, TimeUnit.SECONDS);
                }
            }
        } finally {
            threads.shutdownNow();
            assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        } // a program that was not reaped, or what reached the host, is found by the look for leaks
    }

    private void startUntilClosed(Host host, CountDownLatch running) {
        LaunchPlan plan = LaunchPlan.of(List.of("true"), new Env(Map.of("PATH", "/usr/bin:/bin")), "/");
        boolean open = true;
        while (open) {
            try {
                Launch launch =
                        new Launch(plan, host.newMarker(Lifetime.EXECUTION), Stdin.none(), Launch.Output.LISTENED);
                host.start(launch, () -> {}).disown();
                running.countDown();
            } catch (TinyboxException refusal) {
                open = meanwhile().contains(refusal.code());
                assertThat(open || refusal.code() == ErrorCode.HANDLE_CLOSED)
                        .as(refusal.toString())
                        .isTrue();
            }
        }
    }
}
