package ai.tinyhumans.tinybox.store;

import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Lifecycle;
import ai.tinyhumans.tinybox.spec.ProcessId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is kept of a box. Immutable.
 *
 * @param id its name
 * @param state the state it was last known to be in; its sandbox knows better
 * @param spec what it was asked to be
 * @param createdAt when it was made, by the wall clock; unknown in a store that did not note it, and then the box never
 *     expires unless it is renewed
 * @param renewedAt when its time was last renewed, if ever
 * @param closing whether its destruction began: from then on it takes nothing but another attempt at it
 * @param processes its spawned processes
 */
public record BoxRecord(
        BoxId id,
        BoxState state,
        BoxSpec spec,
        Optional<Instant> createdAt,
        Optional<Instant> renewedAt,
        boolean closing,
        SortedMap<ProcessId, SpawnRecord> processes) {

    /** Copies the map. */
    public BoxRecord {
        SortedMap<ProcessId, SpawnRecord> byName = new TreeMap<>();
        byName.putAll(processes);
        processes = Collections.unmodifiableSortedMap(byName);
    }

    /** The record of a box that is about to be made. */
    public static BoxRecord creating(BoxId id, BoxSpec spec, Instant now) {
        return new BoxRecord(id, BoxState.CREATING, spec, Optional.of(now), Optional.empty(), false, new TreeMap<>());
    }

    /** Returns this record with another state. */
    public BoxRecord withState(BoxState newState) {
        return new BoxRecord(id, newState, spec, createdAt, renewedAt, closing, processes);
    }

    /** Returns this record with its destruction begun. */
    public BoxRecord withClosing() {
        return new BoxRecord(id, state, spec, createdAt, renewedAt, true, processes);
    }

    /** Returns this record with another lifecycle, its time beginning anew. */
    public BoxRecord withLifecycle(Lifecycle lifecycle, Instant now) {
        BoxSpec renewed = spec.toBuilder().lifecycle(lifecycle).build();
        return new BoxRecord(id, state, renewed, createdAt, Optional.of(now), closing, processes);
    }

    /** Returns this record with a spawned process added or changed. */
    public BoxRecord withProcess(ProcessId process, SpawnRecord record) {
        SortedMap<ProcessId, SpawnRecord> changed = new TreeMap<>(processes);
        changed.put(process, record);
        return new BoxRecord(id, state, spec, createdAt, renewedAt, closing, changed);
    }

    /** Returns this record without a spawned process. */
    public BoxRecord withoutProcess(ProcessId process) {
        SortedMap<ProcessId, SpawnRecord> changed = new TreeMap<>(processes);
        changed.remove(process);
        return new BoxRecord(id, state, spec, createdAt, renewedAt, closing, changed);
    }

    /** When it expires: its time to live after it was made or last renewed. Empty if it never does. */
    public Optional<Instant> expiresAt() {
        return spec.lifecycle()
                .match(e -> renewedAt.or(() -> createdAt).map(from -> plus(from, e.ttl())), p -> Optional.empty());
    }

    private static Instant plus(Instant from, Duration ttl) {
        return Duration.between(from, Instant.MAX).compareTo(ttl) < 0 ? Instant.MAX : from.plus(ttl);
    }

    /** Answers whether it has expired; at the very moment it expires it has. */
    public boolean isExpired(Instant now) {
        return expiresAt().filter(deadline -> !now.isBefore(deadline)).isPresent();
    }
}
