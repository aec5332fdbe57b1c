package ai.tinyhumans.tinybox.spec;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * How one command is jailed in a box that confines nothing itself. Immutable. The default is the strictest: the command
 * reads the system's programs and libraries, reads and writes its workspace, reaches nothing else, and each of this must be
 * enforced.
 *
 * @param trust what a partly enforced jail is worth
 * @param floor the least isolation
 * @param network what it may reach
 * @param subprocesses whether it may start further programs
 * @param grants what of the host's files it may reach besides its workspace, and what of all it may not read
 * @param resources limits, each of which must be enforced whatever {@code trust} says
 */
public record JailSpec(
        Trust trust,
        IsolationLevel floor,
        NetworkPolicy network,
        Subprocesses subprocesses,
        Grants grants,
        Optional<Resources> resources) {

    /** What a partly enforced jail is worth. */
    public enum Trust {
        /** Nothing: everything asked for must be enforced. */
        ENFORCED,
        /** What its status says, which the caller has read; a jail that does nothing about files is refused still. */
        DECLARED
    }

    /** Whether further programs may be started. */
    public enum Subprocesses {
        /** They may. */
        ALLOWED,
        /** They may not. */
        DENIED
    }

    /** The strictest jail that lets a command work in its workspace. */
    public static final JailSpec STRICTEST = builder().build();

    /** The constraints this jail is asked to enforce, in the order of {@link Constraint}. */
    public Set<Constraint> demands() {
        Set<Constraint> demands = EnumSet.of(Constraint.FILESYSTEM);
        if (network.match(() -> true, () -> true, list -> true, () -> false)) {
            demands.add(Constraint.NETWORK);
        }
        if (subprocesses == Subprocesses.DENIED) {
            demands.add(Constraint.SUBPROCESS);
        }
        demands.addAll(limits());
        return Collections.unmodifiableSet(demands);
    }

    /** The constraints its limits need. */
    public Set<Constraint> limits() {
        return resources.isEmpty()
                ? EnumSet.noneOf(Constraint.class)
                : EnumSet.of(Constraint.CPU, Constraint.MEMORY, Constraint.PIDS, Constraint.DISK);
    }

    /** Starts from the strictest jail. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects the parts of a jail. Not thread-safe. */
    public static final class Builder {

        private Trust trust = Trust.ENFORCED;
        private IsolationLevel floor = IsolationLevel.PROCESS;
        private NetworkPolicy network = NetworkPolicy.denied();
        private Subprocesses subprocesses = Subprocesses.ALLOWED;
        private Grants grants = Grants.NONE;
        private Optional<Resources> resources = Optional.empty();

        private Builder() {}

        /** Sets what a partly enforced jail is worth; {@link Trust#ENFORCED} unless set. */
        public Builder trust(Trust worth) {
            this.trust = worth;
            return this;
        }

        /** Sets the least isolation; {@link IsolationLevel#PROCESS} unless set. */
        public Builder require(IsolationLevel leastIsolation) {
            this.floor = leastIsolation;
            return this;
        }

        /** Sets what the command may reach; nothing unless set. */
        public Builder network(NetworkPolicy policy) {
            this.network = policy;
            return this;
        }

        /** Sets whether it may start further programs; it may unless set. */
        public Builder subprocesses(Subprocesses policy) {
            this.subprocesses = policy;
            return this;
        }

        /** Sets what of the host's files it may reach, and what it may not; nothing but the workspace unless set. */
        public Builder grants(Grants files) {
            this.grants = files;
            return this;
        }

        /** Sets limits; none unless set. */
        public Builder resources(Resources limits) {
            this.resources = Optional.of(limits);
            return this;
        }

        /** Makes the specification. */
        public JailSpec build() {
            return new JailSpec(trust, floor, network, subprocesses, grants, resources);
        }
    }
}
