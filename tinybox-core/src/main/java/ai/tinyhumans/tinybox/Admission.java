package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.capability.Capability;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Lifecycle;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.store.BoxRecord;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

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
        List<Constraint> unmet = spec.demands().stream()
                .filter(constraint -> declared.enforcement(constraint) != Enforcement.ENFORCED)
                .collect(Collectors.toList());
        if (!unmet.isEmpty()) {
            throw notEnforced(spec, declared, unmet, step);
        }
        if (!spec.ports().isEmpty()) {
            require(Capability.PORT_FORWARD, placement, declared, step);
        }
        spec.source().match(d -> true, i -> true, s -> require(Capability.FORK, placement, declared, step), g -> true);
    }

    private static TinyboxException notEnforced(
            BoxSpec spec, SandboxCapabilities declared, List<Constraint> unmet, String step) {
        boolean allowlist = spec.network().match(() -> false, () -> false, list -> true, () -> false);
        String found = unmet.stream()
                .map(constraint -> constraint + " (" + declared.enforcement(constraint) + ")")
                .collect(Collectors.joining(", "));
        String names = unmet.stream()
                .map(constraint -> "Constraint." + constraint.name())
                .collect(Collectors.joining(", "));
        return TinyboxException.of(
                        ErrorCode.CONSTRAINT_NOT_ENFORCED,
                        "cannot " + step + " a box on " + spec.workspace() + ": the sandbox does not enforce " + found)
                .placement(spec.workspace())
                .step(step)
                .remedy(
                        allowlist && unmet.contains(Constraint.NETWORK)
                                ? "choose a sandbox that enforces allowlists, or deny the network"
                                : "choose a sandbox that does, or go without: by accept(" + names
                                        + "), on the command line by leaving the option out")
                .build();
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

    /** Checks that a box takes commands; returns its record. */
    static BoxRecord command(BoxRecord box, SandboxCapabilities declared, String step) {
        check(box.spec(), declared, step);
        if (box.closing() || !box.state().acceptsCommands()) {
            throw TinyboxException.of(
                            ErrorCode.BOX_STATE,
                            "box '" + box.id() + "' is " + (box.closing() ? "being destroyed" : box.state()))
                    .placement(box.spec().workspace())
                    .remedy("commands need a box that is ready")
                    .build();
        }
        return box;
    }

    /**
     * Checks that a box that took a command was not being destroyed when that had started: whoever destroys it from then on
     * finds the command.
     */
    static void started(BoxRecord box, Optional<BoxRecord> now) {
        if (now.filter(current -> current.isStill(box)).isEmpty()) {
            throw beingDestroyed(box.id());
        }
    }

    /** Checks that a capability of a box can be used; returns its record. */
    static BoxRecord use(Capability capability, BoxRecord box, SandboxCapabilities declared, String step) {
        check(box.spec(), declared, step);
        require(capability, box.spec().workspace(), declared, step);
        return box;
    }

    /** Checks that the time of a box can begin anew; returns its record. */
    static BoxRecord renewal(BoxRecord box) {
        if (box.closing()) {
            throw beingDestroyed(box.id());
        }
        if (box.spec().lifecycle() instanceof Lifecycle.Persistent) {
            throw TinyboxException.of(
                            ErrorCode.ARGUMENT_INVALID, "box '" + box.id() + "' is persistent: it never expires")
                    .remedy("there is nothing to renew")
                    .build();
        }
        return box;
    }

    /** What is said to whoever comes too late. */
    static TinyboxException beingDestroyed(BoxId box) {
        return TinyboxException.of(ErrorCode.BOX_STATE, "box '" + box + "' is being destroyed")
                .remedy("make another box")
                .build();
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
        return value.name().toLowerCase(Locale.ROOT);
    }
}
