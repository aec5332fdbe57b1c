package ai.tinyhumans.tinybox.supervise;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.ProcessTable;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All endings under way. Those that are due together share one look at the processes of a host, so that ending five hundred
 * commands costs little more than ending one. Thread-safe.
 */
final class Endings {

    private static final Logger LOG = LoggerFactory.getLogger(Endings.class);

    private final ScheduledExecutorService thread;
    private final Queue<Ending> arrived = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean requested = new AtomicBoolean();

    // used on the thread only: when each is due by the monotonic clock, and the sweep that comes next
    private final Map<Ending, Long> due = new LinkedHashMap<>();
    private @Nullable Future<?> next;

    Endings(ScheduledExecutorService thread) {
        this.thread = thread;
    }

    /** Begins an ending, or has one that is under way look again at once. */
    void hasten(Ending ending) {
        arrived.add(ending);
        if (requested.compareAndSet(false, true)) {
            thread.execute(this::sweep);
        }
    }

    private void sweep() {
        requested.set(false);
        long now = System.nanoTime();
        for (Ending ending = arrived.poll(); ending != null; ending = arrived.poll()) {
            due.put(ending, now);
        }
        Map<Host, ProcessTable> tables = new HashMap<>();
        due.entrySet().removeIf(entry -> {
            if (entry.getValue() - now > 0) {
                return false;
            }
            long pause = advance(entry.getKey(), tables);
            entry.setValue(System.nanoTime() + pause);
            return pause < 0;
        });
        scheduleNext();
    }

    private void scheduleNext() {
        if (next != null) {
            next.cancel(false);
        }
        next = null;
        due.values().stream()
                .mapToLong(at -> at - System.nanoTime())
                .min()
                .ifPresent(wait -> next = thread.schedule(this::sweep, Math.max(0, wait), TimeUnit.NANOSECONDS));
    }

    private static long advance(Ending ending, Map<Host, ProcessTable> tables) {
        try {
            ProcessTable table = tables.computeIfAbsent(ending.host(), Host::processes);
            return ending.advance(table, System.nanoTime());
        } catch (TinyboxException e) {
            ending.fail(e);
        } catch (RuntimeException e) {
            LOG.error("a command could not be ended", e);
            ending.fail(TinyboxException.of(ErrorCode.HOST_FAILED, "the command could not be ended: " + e)
                    .cause(e)
                    .build());
        }
        return -1;
    }
}
