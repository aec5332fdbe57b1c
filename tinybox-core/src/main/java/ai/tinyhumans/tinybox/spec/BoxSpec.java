package ai.tinyhumans.tinybox.spec;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a box shall be. Immutable.
 *
 * <p>Every policy in it is a demand: network unless it is {@linkplain NetworkPolicy#open() open}, the four
 * {@linkplain Resources limits}, {@linkplain Grants grants} of files, and whatever {@link #required()} names. A sandbox that does not enforce one of them
 * refuses the box, unless {@link #accepted()} names the constraint: then the caller knows and the box says so. An egress
 * allowlist can never be accepted unenforced, since an allowlist that lets everything through is none.
 *
 * @param runner where the agent that drives the work is
 * @param workspace where the code runs
 * @param source what the workspace starts from
 * @param resources what it may use
 * @param lifecycle how long it is kept
 * @param network what it may reach
 * @param grants what of the host's files it may reach besides its workspace, and what of both it may not
 * @param env variables of every command, over the sandbox's own and under the command's
 * @param ports ports to publish
 * @param floor the least isolation
 * @param required constraints that must be enforced beyond those the policies demand
 * @param accepted constraints that may go unenforced
 */
public record BoxSpec(
        Placement runner,
        Placement workspace,
        WorkspaceSource source,
        Resources resources,
        Lifecycle lifecycle,
        NetworkPolicy network,
        Grants grants,
        Env env,
        SortedSet<PortMapping> ports,
        IsolationLevel floor,
        Set<Constraint> required,
        Set<Constraint> accepted) {

    /**
     * Copies the collections.
     *
     * @throws TinyboxException {@code argument.invalid} if a constraint is both required and accepted unenforced
     */
    public BoxSpec {
        SortedSet<PortMapping> ordered = new TreeSet<>(); // not the order of the set that was given
        ordered.addAll(ports);
        ports = Collections.unmodifiableSortedSet(ordered);
        required = copy(required);
        accepted = copy(accepted);
        for (Constraint constraint : required) {
            if (accepted.contains(constraint)) {
                throw TinyboxException.of(
                                ErrorCode.ARGUMENT_INVALID,
                                "constraint '" + constraint + "' is both required and accepted unenforced")
                        .remedy("drop one of the two")
                        .build();
            }
        }
    }

    /**
     * Starts a specification of a box whose runner and workspace are in the same place. Unless something is changed, the
     * box reaches nothing, publishes nothing, has the {@linkplain Resources#DEFAULT default limits}, and every one of
     * these must be enforced; no isolation is asked for beyond what that takes.
     */
    public static Builder builder(Placement placement, WorkspaceSource source) {
        return new Builder(placement, source);
    }

    /**
     * A box that confines nothing: the directory on this machine, the host's network, no limit enforced. For code the
     * caller would run without a box as well.
     */
    public static BoxSpec unconfined(Path directory) {
        return builder(Placement.of("local", "passthrough"), WorkspaceSource.localDir(directory))
                .network(NetworkPolicy.open())
                .accept(Constraint.values())
                .build();
    }

    /** The constraints a sandbox must enforce to take this box, in the order of {@link Constraint}. */
    public Set<Constraint> demands() {
        Set<Constraint> demands = EnumSet.of(Constraint.CPU, Constraint.MEMORY, Constraint.PIDS, Constraint.DISK);
        demands.addAll(required);
        if (!grants.isEmpty()) {
            demands.add(Constraint.FILESYSTEM);
        }
        demands.removeAll(accepted);
        if (network.match(
                () -> !accepted.contains(Constraint.NETWORK),
                () -> !accepted.contains(Constraint.NETWORK),
                a -> true,
                () -> false)) {
            demands.add(Constraint.NETWORK);
        }
        return demands;
    }

    /** Answers whether runner and workspace are in the same place. */
    public boolean isColocated() {
        return runner.equals(workspace);
    }

    /** Starts a specification with these values. */
    public Builder toBuilder() {
        return new Builder(workspace, source)
                .runner(runner)
                .resources(resources)
                .lifecycle(lifecycle)
                .network(network)
                .grants(grants)
                .env(env)
                .ports(ports)
                .require(floor)
                .require(required.toArray(Constraint[]::new))
                .accept(accepted.toArray(Constraint[]::new));
    }

    /**
     * The local directory it starts from.
     *
     * @throws TinyboxException {@code source.unsupported} if it starts from anything else
     */
    public String localDirectory() {
        return source.match(
                WorkspaceSource.LocalDir::path,
                image -> unsupported(),
                snapshot -> unsupported(),
                repository -> unsupported());
    }

    private String unsupported() {
        throw TinyboxException.of(
                        ErrorCode.SOURCE_UNSUPPORTED, "sandbox '" + workspace.sandbox() + "' takes no " + source.kind())
                .placement(workspace)
                .remedy("start from a local directory, or choose a sandbox that takes this source")
                .build();
    }

    private static Set<Constraint> copy(Set<Constraint> constraints) {
        Set<Constraint> sorted = EnumSet.noneOf(Constraint.class);
        sorted.addAll(constraints);
        return Collections.unmodifiableSet(sorted);
    }

    /** Collects the parts of a specification. Not thread-safe. */
    public static final class Builder {

        private final Placement workspace;
        private final WorkspaceSource source;
        private final SortedSet<PortMapping> ports = new TreeSet<>();
        private final Set<Constraint> required = EnumSet.noneOf(Constraint.class);
        private final Set<Constraint> accepted = EnumSet.noneOf(Constraint.class);
        private Placement runner;
        private Resources resources = Resources.DEFAULT;
        private Lifecycle lifecycle = Lifecycle.DEFAULT;
        private NetworkPolicy network = NetworkPolicy.denied();
        private Grants grants = Grants.NONE;
        private Env env = Env.EMPTY;
        private IsolationLevel floor = IsolationLevel.NONE;

        private Builder(Placement workspace, WorkspaceSource source) {
            this.workspace = workspace;
            this.source = source;
            this.runner = workspace;
        }

        /** Puts the agent that drives the work elsewhere than the code. */
        public Builder runner(Placement placement) {
            this.runner = placement;
            return this;
        }

        /** Sets the limits; {@link Resources#DEFAULT} unless set. */
        public Builder resources(Resources limits) {
            this.resources = limits;
            return this;
        }

        /** Sets how long the box is kept; {@link Lifecycle#DEFAULT} unless set. */
        public Builder lifecycle(Lifecycle howLong) {
            this.lifecycle = howLong;
            return this;
        }

        /** Sets what the box may reach; nothing unless set. */
        public Builder network(NetworkPolicy policy) {
            this.network = policy;
            return this;
        }

        /** Sets what of the host's files the box may reach, and what it may not; nothing but the workspace unless set. */
        public Builder grants(Grants files) {
            this.grants = files;
            return this;
        }

        /** Sets the variables of every command. */
        public Builder env(Env variables) {
            this.env = variables;
            return this;
        }

        /** Adds a variable of every command. */
        public Builder env(String name, String value) {
            return env(env.with(name, value));
        }

        /** Adds a port to publish. */
        public Builder port(PortMapping mapping) {
            this.ports.add(mapping);
            return this;
        }

        /** Adds ports to publish. */
        public Builder ports(Set<PortMapping> mappings) {
            this.ports.addAll(mappings);
            return this;
        }

        /** Sets the least isolation: a weaker sandbox refuses the box. */
        public Builder require(IsolationLevel leastIsolation) {
            this.floor = leastIsolation;
            return this;
        }

        /** Adds constraints that must be enforced. */
        public Builder require(Constraint... constraints) {
            this.required.addAll(Arrays.asList(constraints));
            return this;
        }

        /** Adds constraints that may go unenforced: the box then says which did. */
        public Builder accept(Constraint... constraints) {
            this.accepted.addAll(Arrays.asList(constraints));
            return this;
        }

        /**
         * Makes the specification.
         *
         * @throws TinyboxException {@code argument.invalid} if two parts contradict each other
         */
        public BoxSpec build() {
            return new BoxSpec(
                    runner, workspace, source, resources, lifecycle, network, grants, env, ports, floor, required,
                    accepted);
        }
    }
}
