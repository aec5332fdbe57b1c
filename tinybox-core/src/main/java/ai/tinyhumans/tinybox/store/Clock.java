package ai.tinyhumans.tinybox.store;

import java.time.Instant;

/**
 * The wall clock, which may be set back or forward at any time: only the times of records come from it.
 *
 * @implSpec thread-safe
 */
@FunctionalInterface
public interface Clock {

    /** The clock of this machine. */
    Clock SYSTEM = Instant::now;

    /** The time now. */
    Instant now();
}
