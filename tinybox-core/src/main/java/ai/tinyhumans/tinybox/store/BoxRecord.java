package ai.tinyhumans.tinybox.store;

import ai.tinyhumans.tinybox.exec.ProcessRef;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.Lifecycle;
import ai.tinyhumans.tinybox.spec.ProcessId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * What is kept of a box. Immutable.
 *
 * @param id its name
 * @param token what no other box has or had, whatever its name and store: a part of the markers of all its processes. In a
 *     store that did not note it there is none, and then they are not found by it
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
        Optional<UUID> token,
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
        return new BoxRecord(
                id,
                Optional.of(UUID.randomUUID()),
                BoxState.CREATING,
                spec,
                Optional.of(now),
                Optional.empty(),
                false,
                new TreeMap<>());
    }

    /** Returns this record with another state. */
    public BoxRecord withState(BoxState newState) {
        return new BoxRecord(id, token, newState, spec, createdAt, renewedAt, closing, processes);
    }

    /** Returns this record with its destruction begun. */
    public BoxRecord withClosing() {
        return new BoxRecord(id, token, state, spec, createdAt, renewedAt, true, processes);
    }

    /** Returns this record with another lifecycle, its time beginning anew. */
    public BoxRecord withLifecycle(Lifecycle lifecycle, Instant now) {
        BoxSpec renewed = spec.toBuilder().lifecycle(lifecycle).build();
        return new BoxRecord(id, token, state, renewed, createdAt, Optional.of(now), closing, processes);
    }

    /** Returns this record with a spawned process added or changed. */
    public BoxRecord withProcess(ProcessId process, SpawnRecord record) {
        SortedMap<ProcessId, SpawnRecord> changed = new TreeMap<>(processes);
        changed.put(process, record);
        return new BoxRecord(id, token, state, spec, createdAt, renewedAt, closing, changed);
    }

    /** Returns this record without a spawned process. */
    public BoxRecord withoutProcess(ProcessId process) {
        SortedMap<ProcessId, SpawnRecord> changed = new TreeMap<>(processes);
        changed.remove(process);
        return new BoxRecord(id, token, state, spec, createdAt, renewedAt, closing, changed);
    }

    /** Returns a marker that a host made as that of a process in this box. */
    public String mark(String marker) {
        return token.map(own -> marker + Env.MARKER_DIVIDER + own).orElse(marker);
    }

    /** What to find all its processes by, whoever started them. */
    public Optional<ProcessRef> target() {
        return token.map(UUID::toString).map(ProcessRef::marked);
    }

    /** Answers whether this is the box of an earlier record and takes commands still: a name is given again. */
    public boolean isStill(BoxRecord earlier) {
        return !closing && token.equals(earlier.token);
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
