package ai.tinyhumans.tinybox.supervise;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.ProcessRef;
import ai.tinyhumans.tinybox.exec.Survivor;
import ai.tinyhumans.tinybox.spec.Durations;
import ai.tinyhumans.tinybox.spi.Host;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The ending of processes that are known by a reference only. Thread-safe. */
public final class DetachedEnding {

    private final Ending ending;
    private final CompletableFuture<List<Survivor>> over = new CompletableFuture<>();

    DetachedEnding(Host host, ProcessRef ref, Duration grace, int depth) {
        ending = new Ending(host, ref, Durations.saturatedNanos(grace), depth, new Whoever());
    }

    void begin(Endings endings) {
        endings.hasten(ending);
    }

    /**
     * Waits for the end.
     *
     * @return those that could not be ended
     * @throws TinyboxException {@code host.failed} if the host's processes could not be seen
     */
    public List<Survivor> await() throws InterruptedException {
        try {
            return over.get();
        } catch (ExecutionException e) {
            throw (TinyboxException) e.getCause();
        }
    }

    /** There is nobody but who waits for it. */
    private final class Whoever implements Ending.Owner {

        @Override
        public boolean isLeaderDead() {
            return true; // its death is somebody else's to hear of; the host's table is all there is
        }

        @Override
        public void killGroup() {
            // the group's number may be another's by now; the host's table signals each process it is sure of
        }

        @Override
        public void ended(List<Survivor> survivors) {
            over.complete(survivors);
        }

        @Override
        public void failed(TinyboxException why) {
            over.completeExceptionally(why);
        }
    }
}
