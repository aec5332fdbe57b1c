package ai.tinyhumans.tinybox.host.local;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * When the processes started that were there at the last look. That never changes, so whoever looks for what began later
 * need not read them again, as long as their numbers still mean them. Thread-safe.
 */
final class Elders {

    private record Known(Optional<Handouts> since, Map<Long, Long> starts) {}

    private volatile Known known = new Known(Optional.empty(), Map.of());

    /** The start ticks of those whose numbers mean the same process, if it is still there. */
    Map<Long, Long> still(Optional<Handouts> now) {
        Known last = known;
        if (now.isEmpty() || last.since.isEmpty() || last.since.get().mayBeAround(now.get())) {
            return Map.of();
        }
        Map<Long, Long> still = new HashMap<>(last.starts);
        still.keySet().removeIf(number -> last.since.get().isHandedOut(number, now.get()));
        return still;
    }

    /**
     * Remembers what was seen.
     *
     * @param before a look at the numbers before the processes were looked at
     * @param starts their start ticks by their numbers
     */
    void remember(Optional<Handouts> before, Map<Long, Long> starts) {
        known = new Known(before, Map.copyOf(starts));
    }
}
