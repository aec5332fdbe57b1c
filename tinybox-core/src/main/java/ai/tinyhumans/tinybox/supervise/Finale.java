package ai.tinyhumans.tinybox.supervise;

import ai.tinyhumans.tinybox.spec.Durations;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProcess;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Brings about the end of one command: of what is inside a box first, then of what the host shows. Thread-safe. */
final class Finale {

    /** How long what stands in for a program may take to bring the rest of its output once the program is over. */
    private static final long LAST_WORDS_MILLIS = 2000;

    private final Supervisor supervisor;
    private final Host host;
    private final int depth;
    private final @Nullable Inner inner;
    private final AtomicReference<@Nullable Ending> outside = new AtomicReference<>();

    Finale(Supervisor supervisor, Host host, int depth, @Nullable Inner inner) {
        this.supervisor = supervisor;
        this.host = host;
        this.depth = depth;
        this.inner = inner;
    }

    boolean isBegun() {
        return outside.get() != null;
    }

    /** Begins to end what is alive, or hastens it if that was begun. */
    void begin(Course course, HostProcess leader, Duration grace) {
        if (inner == null) {
            endOutside(course, leader, Durations.saturatedNanos(grace));
        } else if (course.isLeaderDead()) {
            endOutside(course, leader, 0);
        } else {
            inner.end(grace, over -> {
                Runnable timeIsUp = () -> endOutside(course, leader, 0);
                long wait = over ? LAST_WORDS_MILLIS : 0;
                var unused = supervisor.thread().schedule(timeIsUp, wait, TimeUnit.MILLISECONDS);
            });
        }
    }

    private void endOutside(Course course, HostProcess leader, long graceNanos) {
        Ending fresh = new Ending(host, leader.ref(), graceNanos, depth, new Rest(course, leader));
        Ending earlier = outside.compareAndExchange(null, fresh);
        supervisor.endings(host).hasten(earlier == null ? fresh : earlier);
    }
}
