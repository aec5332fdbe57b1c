package ai.tinyhumans.tinybox.spec;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** How long a box is kept. Read by the reaper and by the autosnapshot timer, by nothing else. Immutable. */
public sealed interface Lifecycle {

    /** Expires after an hour. */
    Lifecycle DEFAULT = new Ephemeral(Duration.ofHours(1));

    /** A box that expires {@code ttl} after it was made or last renewed. */
    static Lifecycle ephemeral(Duration ttl) {
        return new Ephemeral(ttl);
    }

    /** A box that stays until it is destroyed, its files kept in a snapshot every 60 seconds. */
    static Lifecycle persistent() {
        return new Persistent(Optional.of(Duration.ofSeconds(60)));
    }

    /** Calls the function of this case. */
    <T> T match(Function<Ephemeral, T> ephemeral, Function<Persistent, T> persistent);

    /**
     * Expires by itself.
     *
     * @param ttl how long after creation or the last renewal; positive
     */
    record Ephemeral(Duration ttl) implements Lifecycle {

        /**
         * Checks the time.
         *
         * @throws ai.tinyhumans.tinybox.error.TinyboxException {@code argument.invalid} if not positive
         */
        public Ephemeral {
            Durations.requirePositive("time to live", ttl);
        }

        @Override
        public <T> T match(Function<Ephemeral, T> ephemeral, Function<Persistent, T> persistent) {
            return ephemeral.apply(this);
        }
    }

    /**
     * Stays until it is destroyed.
     *
     * @param autosnapshot how often its files are kept in a snapshot, if at all; positive
     */
    record Persistent(Optional<Duration> autosnapshot) implements Lifecycle {

        /**
         * Checks the time.
         *
         * @throws ai.tinyhumans.tinybox.error.TinyboxException {@code argument.invalid} if not positive
         */
        public Persistent {
            autosnapshot.ifPresent(cadence -> Durations.requirePositive("autosnapshot cadence", cadence));
        }

        @Override
        public <T> T match(Function<Ephemeral, T> ephemeral, Function<Persistent, T> persistent) {
            return persistent.apply(this);
        }
    }
}
