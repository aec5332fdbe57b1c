package ai.tinyhumans.tinybox.linux.landlock;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.linux.seccomp.SeccompFilter;
import ai.tinyhumans.tinybox.linux.seccomp.Sockets;
import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.JailSpec;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import ai.tinyhumans.tinybox.spec.Text;
import ai.tinyhumans.tinybox.spi.Jail;
import ai.tinyhumans.tinybox.spi.JailStatus;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import java.util.List;

/** Jails a program by a restriction of the thread that starts it. */
final class LandlockJail implements Jail {

    static final String NAME = "landlock";

    private final LandlockSupport support;

    /** Looked up once: what a machine gets later is granted by the next jail that is opened. */
    private final List<LandlockRules.Place> baseline;

    LandlockJail(LandlockSupport support) {
        this.support = support;
        this.baseline = support.probe().isUsable() ? LandlockBaseline.present() : List.of();
    }

    @Override
    public JailStatus status() {
        return new JailStatus(NAME, support.probe(), support.isolation(), support.constraints());
    }

    @Override
    public LaunchPlan confine(LaunchPlan plan, String workspace, JailSpec spec) {
        LandlockRestriction restriction =
                restriction(workspace, spec.grants(), spec.network(), spec.trust() == JailSpec.Trust.DECLARED);
        restriction.check();
        HostPath place = OpenPlace.resolve(new HostPath(plan.cwd()));
        if (!OpenPlace.resolve(new HostPath(workspace)).contains(place)) {
            throw TinyboxException.of(
                            ErrorCode.ARGUMENT_INVALID,
                            "working directory '" + Text.printable(plan.cwd()) + "' of a jailed command is outside its"
                                    + " workspace '" + Text.printable(workspace) + "'")
                    .remedy("run it in the workspace")
                    .build();
        }
        return plan.restrictedBy(restriction);
    }

    /**
     * The restriction for a program. Pure.
     *
     * @param accepted whether a network policy that this jail cannot enforce, short of an allowlist, is as good as none
     * @throws TinyboxException {@code constraint.not_enforced} if it cannot be restricted so; {@code provider.unusable}
     */
    LandlockRestriction restriction(String workspace, Grants grants, NetworkPolicy network, boolean accepted) {
        support.probe().requireUsable(NAME);
        if (!grants.protectedPaths().isEmpty()) {
            throw notEnforced(
                    "landlock cannot protect '"
                            + grants.protectedPaths().iterator().next() + "' in a workspace that may be written",
                    "choose a sandbox that can, or keep the path elsewhere");
        }
        Sockets sockets = sockets(network, accepted);
        return new LandlockRestriction(
                support.rights(),
                LandlockRules.of(workspace, grants, baseline),
                grants,
                sockets == Sockets.INTERNET,
                SeccompFilter.program(support.architecture().orElseThrow(), sockets));
    }

    private static Sockets sockets(NetworkPolicy network, boolean accepted) {
        return network.match(
                () -> Sockets.PAIRS,
                () -> {
                    if (accepted) {
                        return Sockets.INTERNET;
                    }
                    throw notEnforced(
                            "landlock cannot allow connections out and forbid those in",
                            "deny the network or open it, or accept that it is not enforced");
                },
                list -> {
                    throw notEnforced(
                            "landlock enforces no allowlist of hosts",
                            "choose a sandbox that enforces allowlists, or deny the network");
                },
                () -> Sockets.INTERNET);
    }

    private static TinyboxException notEnforced(String message, String remedy) {
        return TinyboxException.of(ErrorCode.CONSTRAINT_NOT_ENFORCED, message)
                .remedy(remedy)
                .build();
    }
}
