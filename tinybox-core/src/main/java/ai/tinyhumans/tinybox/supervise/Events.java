package ai.tinyhumans.tinybox.supervise;

import ai.tinyhumans.tinybox.event.EventSink;
import ai.tinyhumans.tinybox.event.SandboxEvent;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells events to a sink on a thread of their own, in order: a slow sink must not hold up any command. Thread-safe. */
final class Events implements AutoCloseable {

    /** How many events a sink may be behind; what comes beyond that is dropped, with a line in the log. */
    private static final int BACKLOG = 10_000;

    /** How long a closing supervisor waits for the sink to hear the last events. */
    private static final int CLOSE_SECONDS = 5;

    private static final Logger LOG = LoggerFactory.getLogger(Events.class);

    private final EventSink sink;
    private final @Nullable ThreadPoolExecutor thread;

    Events(EventSink sink) {
        this.sink = sink;
        this.thread = sink == EventSink.NONE ? null : newThread();
    }

    private static ThreadPoolExecutor newThread() {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                1,
                1,
                1,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(BACKLOG),
                Supervisor.daemon("tinybox-events"),
                (task, full) -> LOG.warn("an event was dropped: the sink is {} events behind", BACKLOG));
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    void tell(SandboxEvent event) {
        if (thread != null) {
            thread.execute(() -> hear(event));
        }
    }

    private void hear(SandboxEvent event) {
        try {
            sink.accept(event);
        } catch (RuntimeException e) {
            LOG.warn("the event sink failed", e);
        }
    }

    @Override
    public void close() {
        if (thread == null) {
            return;
        }
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
