package ai.tinyhumans.tinybox.host.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.exec.Signal;
import ai.tinyhumans.tinybox.exec.StdStream;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Lifetime;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A process that is given up by whoever hears of its output, while it writes more. */
@Requires(Facility.LAUNCH)
@ExtendWith(LeakCheck.class)
class DisownedIT {

    /** Gives its process up at the first piece. */
    private static final class Fickle implements ProcessListener {

        private final CompletableFuture<HostProcess> process = new CompletableFuture<>();
        private final CompletableFuture<Boolean> heard = new CompletableFuture<>();
        private final AtomicInteger later = new AtomicInteger();

        @Override
        public int room(StdStream stream) {
            return 16;
        }

        @Override
        public void output(StdStream stream, ByteBuffer bytes) {
            if (heard.isDone()) {
                later.incrementAndGet();
            }
            process.join().disown();
            heard.complete(true);
        }

        @Override
        public void outputEnded(StdStream stream) {
            later.incrementAndGet();
        }

        @Override
        public void exited() {
            later.incrementAndGet();
        }
    }

    /** Its pipes are closed by then, and their numbers may be those of other files of this JVM. */
    @Test
    void isNotReadAnyMore() {
        Fickle listener = new Fickle();
        try (Host host = new LocalHostProvider().open()) {
            LaunchPlan plan = LaunchPlan.of(
                    List.of("sh", "-c", "trap '' PIPE; echo a line that is longer than there is room; sleep 3273"),
                    new Env(Map.of("PATH", "/usr/bin:/bin")),
                    "/");
            HostProcess process = host.start(
                    new Launch(plan, host.newMarker(Lifetime.EXECUTION), Stdin.none(), Launch.Output.LISTENED),
                    listener);
            listener.process.complete(process);
            await().until(listener.heard::isDone);
            process.signal(Signal.KILL);
        }
        assertThat(listener.later).hasValue(0);
    }
}
