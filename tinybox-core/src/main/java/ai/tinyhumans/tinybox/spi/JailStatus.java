package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a jail can do on a host. Immutable. A constraint that is not in the map is {@link Enforcement#UNSUPPORTED}.
 *
 * @param backend its name
 * @param probe whether it works here, and why not
 * @param isolation what stands between a jailed program and the host
 * @param constraints how far each constraint would hold
 */
public record JailStatus(
        String backend, Probe probe, IsolationLevel isolation, Map<Constraint, Enforcement> constraints) {

    /** Copies the map. */
    public JailStatus {
        Map<Constraint, Enforcement> table = new EnumMap<>(Constraint.class);
        table.putAll(constraints);
        constraints = Collections.unmodifiableMap(table);
    }

    /** Answers whether programs can be jailed. */
    public boolean isAvailable() {
        return probe.isUsable();
    }

    /** How far a constraint holds: not at all where nothing can be jailed. */
    public Enforcement enforcement(Constraint constraint) {
        return isAvailable() ? constraints.getOrDefault(constraint, Enforcement.UNSUPPORTED) : Enforcement.UNSUPPORTED;
    }

    /** Answers whether code nobody vouches for may run in this jail. */
    public boolean isSuitableForUntrustedCode() {
        return isAvailable()
                && isolation.isSuitableForUntrustedCode()
                && enforcement(Constraint.FILESYSTEM) == Enforcement.ENFORCED;
    }
}
