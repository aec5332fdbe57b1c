package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.JailSpec;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spi.Finding;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.Jail;
import ai.tinyhumans.tinybox.spi.JailProvider;
import ai.tinyhumans.tinybox.spi.JailStatus;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Probe;
import ai.tinyhumans.tinybox.spi.Sandbox;
import ai.tinyhumans.tinybox.store.BoxRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Plans commands, jailing those that ask for it. No jail stands in for another, and none for a jail. */
final class Jails {

    private static final JailStatus NONE = new JailStatus(
            "none",
            Probe.of(new Finding.Blocked(
                    "a jail", "no module provides one", "add tinybox-linux to the class path or module path")),
            IsolationLevel.NONE,
            Map.of());

    private final Providers<JailProvider> providers;

    Jails(Providers<JailProvider> providers) {
        this.providers = providers;
    }

    /** What the jail of a host can do: of the first by name that works there, else of the first. */
    JailStatus status(Host host) {
        return jail(host).map(Jail::status).orElse(NONE);
    }

    private Optional<Jail> jail(Host host) {
        List<Jail> all = providers.all().values().stream()
                .map(provider -> provider.open(host))
                .toList();
        return all.stream()
                .filter(jail -> jail.status().isAvailable())
                .findFirst()
                .or(() -> all.stream().findFirst());
    }

    /**
     * Plans a command.
     *
     * @throws TinyboxException what {@link Sandbox#plan} throws, or before any side effect what {@link Command#jailed} asks
     *     for and there is no jail for
     */
    LaunchPlan plan(Host host, Sandbox sandbox, BoxRecord box, Command command) {
        LaunchPlan plan = sandbox.plan(box, command);
        if (command.jail().isEmpty()) {
            return plan;
        }
        JailSpec spec = command.jail().get();
        Placement placement = box.spec().workspace();
        String workspace = sandbox.workspaceDirectory(box)
                .filter(directory -> sandbox.capabilities().isolation() == IsolationLevel.NONE)
                .orElseThrow(() -> TinyboxException.of(
                                ErrorCode.CAPABILITY_UNSUPPORTED,
                                "a command in a box on " + placement + " cannot be jailed: only one that works in a"
                                        + " directory of its host and is not confined yet can")
                        .placement(placement)
                        .remedy("run it without a jail, or in a box of sandbox 'passthrough'")
                        .build());
        Optional<Jail> jail = jail(host);
        check(spec, jail.map(Jail::status).orElse(NONE), placement);
        return jail.orElseThrow().confine(plan, workspace, spec);
    }

    /** Refuses what a jail does not enforce, or not as the caller wants it. Pure. */
    static void check(JailSpec spec, JailStatus status, Placement placement) {
        status.probe().requireUsable(status.backend());
        if (!status.isolation().atLeast(spec.floor())) {
            throw TinyboxException.of(
                            ErrorCode.ISOLATION_TOO_WEAK,
                            "jail '" + status.backend() + "' isolates less than is required: " + status.isolation()
                                    + ", not " + spec.floor())
                    .placement(placement)
                    .remedy("lower the floor, or make a box of a stronger sandbox")
                    .build();
        }
        List<Constraint> unmet = spec.demands().stream()
                .filter(constraint -> status.enforcement(constraint).compareTo(least(constraint, spec)) < 0)
                .toList();
        if (!unmet.isEmpty()) {
            String found = unmet.stream()
                    .map(constraint -> constraint + " (" + status.enforcement(constraint) + ")")
                    .collect(Collectors.joining(", "));
            throw TinyboxException.of(
                            ErrorCode.CONSTRAINT_NOT_ENFORCED,
                            "jail '" + status.backend() + "' does not enforce " + found)
                    .placement(placement)
                    .remedy("ask for less, make a box of a stronger sandbox, or trust what the jail declares")
                    .build();
        }
    }

    private static Enforcement least(Constraint constraint, JailSpec spec) {
        if (spec.trust() == JailSpec.Trust.ENFORCED || spec.limits().contains(constraint)) {
            return Enforcement.ENFORCED;
        }
        return constraint == Constraint.FILESYSTEM ? Enforcement.BEST_EFFORT : Enforcement.UNSUPPORTED;
    }
}
