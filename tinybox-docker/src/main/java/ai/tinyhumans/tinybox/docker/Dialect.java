package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.store.BoxRecord;
import java.util.List;
import java.util.Set;

/**
 * What the engine behind the docker command has to be told beyond what docker is, or is not to be asked. Immutable.
 *
 * @param engine what it is
 * @param making options of every {@code run}
 * @param owning options of a {@code run} whose user is the owner of a directory of the host
 * @param limits what it can limit, and is asked to
 * @param networks whether a container keeps its network when the command that made it is over
 */
record Dialect(String engine, List<String> making, List<String> owning, Set<Constraint> limits, boolean networks) {

    /** What docker is asked to limit: where it cannot, it only warns, and the answer of {@code inspect} says so. */
    private static final Set<Constraint> ALL = Set.of(Constraint.MEMORY, Constraint.CPU, Constraint.PIDS);

    /** Docker's own. */
    static final Dialect DOCKER = new Dialect("docker daemon", List.of(), List.of(), ALL, true);

    Dialect {
        making = List.copyOf(making);
        owning = List.copyOf(owning);
        limits = Set.copyOf(limits);
    }

    /**
     * Podman's. Its {@code rm --force} sends TERM and waits for ten seconds, where docker's kills; process 1 takes no notice
     * of TERM. Without root, processes beside the container carry its network; they belong to the command that made it, and
     * end with that like all a command leaves.
     *
     * @param rootless whether it runs as an ordinary user, who is somebody else in a container unless it is told
     * @param limits what it can limit
     */
    static Dialect podman(boolean rootless, Set<Constraint> limits) {
        return new Dialect(
                rootless ? "podman without root" : "podman",
                List.of("--stop-timeout", "0"),
                rootless ? List.of("--userns", "keep-id") : List.of(),
                limits,
                !rootless);
    }

    /**
     * Sees that a box gets the network it asks for.
     *
     * @throws TinyboxException {@code capability.unsupported}
     */
    void requireNetwork(BoxRecord box) {
        if (!networks && !DockerArgs.network(box.spec()).equals("none")) {
            throw TinyboxException.of(ErrorCode.CAPABILITY_UNSUPPORTED, engine + " gives a box no network that stays")
                    .placement(box.spec().workspace())
                    .step("create")
                    .remedy("deny the network, or run it as root")
                    .build();
        }
    }

    /**
     * Sees that a single run has its limits, which nobody can do without.
     *
     * @throws TinyboxException {@code constraint.not_enforced}
     */
    void requireLimits() {
        if (!limits.equals(ALL)) {
            List<Constraint> lacking = ALL.stream()
                    .filter(limit -> !limits.contains(limit))
                    .sorted()
                    .toList();
            throw TinyboxException.of(ErrorCode.CONSTRAINT_NOT_ENFORCED, engine + " does not enforce " + lacking)
                    .step("run")
                    .remedy("run it as root, or where control groups of version 2 are delegated to the user")
                    .build();
        }
    }
}
