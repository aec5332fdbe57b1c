package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.capability.Capability;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Placement;
import java.util.EnumSet;
import java.util.Set;

/**
 * Refuses what a sandbox does not declare, before any side effect: when a box is made, and again whenever it is used, since
 * a record may come from a store that somebody edited. Pure.
 */
final class Admission {

    private Admission() {}

    /** Checks a specification against a declaration. */
    static void check(BoxSpec spec, SandboxCapabilities declared, String step) {
        Placement placement = spec.workspace();
        if (!declared.isolation().atLeast(spec.floor())) {
            throw TinyboxException.of(
                            ErrorCode.ISOLATION_TOO_WEAK,
                            "cannot " + step + " a box on " + placement + ": isolation '" + name(spec.floor())
                                    + "' is required, the sandbox gives '" + name(declared.isolation()) + "'")
                    .placement(placement)
                    .step(step)
                    .remedy("choose a stronger sandbox, or lower the floor")
                    .build();
        }
        for (Constraint constraint : spec.demands()) {
            requireEnforced(spec, declared, constraint, step);
        }
        if (!spec.ports().isEmpty()) {
            require(Capability.PORT_FORWARD, placement, declared, step);
        }
        spec.source().match(d -> true, i -> true, s -> require(Capability.FORK, placement, declared, step), g -> true);
    }

    private static void requireEnforced(
            BoxSpec spec, SandboxCapabilities declared, Constraint constraint, String step) {
        Enforcement enforcement = declared.enforcement(constraint);
        if (enforcement != Enforcement.ENFORCED) {
            boolean list = constraint == Constraint.NETWORK
                    && spec.network().match(() -> false, () -> false, a -> true, () -> false);
            throw TinyboxException.of(
                            ErrorCode.CONSTRAINT_NOT_ENFORCED,
                            "cannot " + step + " a box on " + spec.workspace() + ": the sandbox's enforcement of '"
                                    + constraint + "' is " + enforcement)
                    .placement(spec.workspace())
                    .step(step)
                    .remedy(
                            list
                                    ? "choose a sandbox that enforces allowlists, or deny the network"
                                    : "choose a sandbox that enforces it, or accept(Constraint." + constraint.name()
                                            + ") to go without")
                    .build();
        }
    }

    /** Checks that a capability is declared; returns true. */
    static boolean require(Capability capability, Placement placement, SandboxCapabilities declared, String step) {
        if (!declared.supports(capability)) {
            throw TinyboxException.of(
                            ErrorCode.CAPABILITY_UNSUPPORTED,
                            "cannot " + step + " a box on " + placement + ": the sandbox has no '"
                                    + name(capability).replace('_', ' ') + "'")
                    .placement(placement)
                    .step(step)
                    .remedy("choose a sandbox that has it; 'tinybox providers' lists them")
                    .build();
        }
        return true;
    }

    /** The policies of a specification that are not enforced, because the caller accepted that. */
    static Set<Constraint> unenforced(BoxSpec spec, SandboxCapabilities declared) {
        Set<Constraint> open = EnumSet.noneOf(Constraint.class);
        for (Constraint constraint : spec.accepted()) {
            if (declared.enforcement(constraint) != Enforcement.ENFORCED) {
                open.add(constraint);
            }
        }
        return open;
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(java.util.Locale.ROOT);
    }
}
