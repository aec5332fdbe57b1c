package ai.tinyhumans.tinybox.capability;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * What one sandbox on one host declares. Immutable. A constraint that is not in the map is
 * {@link Enforcement#UNSUPPORTED}.
 *
 * @param isolation what stands between the code and the host
 * @param snapshot what a snapshot holds
 * @param extras capabilities other than snapshots, which {@code snapshot} tells
 * @param constraints how far each constraint holds
 */
public record SandboxCapabilities(
        IsolationLevel isolation,
        SnapshotSupport snapshot,
        Set<Capability> extras,
        Map<Constraint, Enforcement> constraints) {

    /** A declaration of nothing at all: what an unconfined sandbox without extras promises. */
    public static final SandboxCapabilities NOTHING =
            new SandboxCapabilities(IsolationLevel.NONE, SnapshotSupport.NONE, Set.of(), Map.of());

    /**
     * Copies both collections.
     *
     * @throws IllegalArgumentException if {@code extras} names a snapshot capability: {@code snapshot} is its one home
     */
    public SandboxCapabilities {
        if (extras.contains(Capability.FILESYSTEM_SNAPSHOT) || extras.contains(Capability.MEMORY_SNAPSHOT)) {
            throw new IllegalArgumentException("snapshot capabilities are declared by the snapshot support");
        }
        Set<Capability> sorted = EnumSet.noneOf(Capability.class);
        sorted.addAll(extras);
        extras = Collections.unmodifiableSet(sorted);
        Map<Constraint, Enforcement> table = new EnumMap<>(Constraint.class);
        table.putAll(constraints);
        constraints = Collections.unmodifiableMap(table);
    }

    /** Answers whether the sandbox declares {@code capability}. */
    public boolean supports(Capability capability) {
        return switch (capability) {
            case FILESYSTEM_SNAPSHOT -> snapshot.atLeast(SnapshotSupport.FILESYSTEM);
            case MEMORY_SNAPSHOT -> snapshot.atLeast(SnapshotSupport.FILESYSTEM_AND_MEMORY);
            case FORK, PAUSE_RESUME, PORT_FORWARD, DETACH -> extras.contains(capability);
        };
    }

    /** How far {@code constraint} holds. */
    public Enforcement enforcement(Constraint constraint) {
        return constraints.getOrDefault(constraint, Enforcement.UNSUPPORTED);
    }
}
