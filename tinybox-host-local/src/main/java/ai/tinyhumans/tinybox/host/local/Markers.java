package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spi.Lifetime;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes the markers of one host object, each used once ever. A marker begins with that of the tinybox in whose box this one
 * runs, if any, so that either finds its own. Thread-safe.
 */
final class Markers {

    private final String outer;
    private final String instance = UUID.randomUUID().toString();
    private final AtomicLong counter = new AtomicLong();

    /** Makes markers for a process that has a marker itself, or an empty one. */
    Markers(String outer) {
        this.outer = outer;
    }

    /** The marker this process has itself; empty if it has none. */
    String outer() {
        return outer;
    }

    /** What the marker of every execution begins with, and that of no detached process. */
    String executionPrefix() {
        return nested(instance + "-");
    }

    String next(Lifetime lifetime) {
        return switch (lifetime) {
            case EXECUTION -> executionPrefix() + counter.incrementAndGet();
            case BOX -> nested(UUID.randomUUID().toString());
        };
    }

    private String nested(String own) {
        return outer.isEmpty() ? own : outer + Env.MARKER_DIVIDER + own;
    }
}
