package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.JailSpec;
import ai.tinyhumans.tinybox.spec.Text;
import ai.tinyhumans.tinybox.spi.Finding;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.Jail;
import ai.tinyhumans.tinybox.spi.JailGrants;
import ai.tinyhumans.tinybox.spi.JailStatus;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Probe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Jails a program by running it with sandbox-exec(1). Reading is not confined, save what is denied. */
final class SeatbeltJail implements Jail {

    static final String NAME = "seatbelt";

    private static final Path LAUNCHER = Path.of("/usr/bin/sandbox-exec");

    private static final Map<Constraint, Enforcement> CONSTRAINTS = Map.of(
            Constraint.FILESYSTEM,
            Enforcement.BEST_EFFORT,
            Constraint.NETWORK,
            Enforcement.BEST_EFFORT,
            Constraint.SUBPROCESS,
            Enforcement.BEST_EFFORT);

    private final Host host;

    SeatbeltJail(Host host) {
        this.host = host;
    }

    @Override
    public JailStatus status() {
        return new JailStatus(NAME, Probe.of(finding()), IsolationLevel.PROCESS, CONSTRAINTS);
    }

    private Finding finding() {
        String system = System.getProperty("os.name");
        if (!(host instanceof LocalHost) || !system.startsWith("Mac")) {
            return new Finding.Blocked(
                    NAME, "it is a part of macOS, and this is another host", "use the jail of that system");
        }
        return Files.isExecutable(LAUNCHER)
                ? new Finding.Usable(NAME, LAUNCHER.toString())
                : new Finding.Blocked(NAME, "there is no " + LAUNCHER, "restore it: it is a part of macOS");
    }

    @Override
    public LaunchPlan confine(LaunchPlan plan, String workspace, JailSpec spec) {
        HostPath root = existing(new HostPath(workspace));
        List<HostPath> writable = new ArrayList<>(List.of(root));
        spec.grants().writable().forEach(path -> writable.add(existing(path)));
        spec.grants().readOnly().forEach(SeatbeltJail::existing);
        List<HostPath> denied = resolved(spec.grants().denyRead());
        new JailGrants(writable, List.of()).requireDenied(denied, true);
        if (!root.contains(resolve(new HostPath(plan.cwd())))) {
            throw TinyboxException.of(
                            ErrorCode.ARGUMENT_INVALID,
                            "working directory '" + Text.printable(plan.cwd()) + "' of a jailed command is outside its"
                                    + " workspace '" + Text.printable(workspace) + "'")
                    .remedy("run it in the workspace")
                    .build();
        }
        List<HostPath> kept = resolved(
                spec.grants().protectedPaths().stream().map(root::resolve).toList());
        boolean network = network(spec);
        String profile = new SeatbeltProfile(writable, kept, denied, network, spec.subprocesses()).text();
        List<String> argv = new ArrayList<>(List.of(LAUNCHER.toString(), "-p", profile));
        argv.addAll(plan.argv());
        return LaunchPlan.of(argv, plan.env(), plan.cwd()).withDescriptors(plan.descriptors());
    }

    /** Admission let nothing but an enforced network policy or a caller who knows come here; an allowlist is neither. */
    private static boolean network(JailSpec spec) {
        return spec.network().match(() -> false, () -> true, list -> refuseAllowlist(), () -> true);
    }

    private static boolean refuseAllowlist() {
        throw TinyboxException.of(ErrorCode.CONSTRAINT_NOT_ENFORCED, "seatbelt enforces no allowlist of hosts")
                .remedy("deny the network, or choose a sandbox that enforces allowlists")
                .build();
    }

    private static List<HostPath> resolved(Collection<HostPath> paths) {
        return paths.stream().map(SeatbeltJail::resolve).toList();
    }

    private static HostPath existing(HostPath path) {
        try {
            return new HostPath(Text.ofPath(Text.toPath(path.value()).toRealPath()));
        } catch (IOException e) {
            throw TinyboxException.of(
                            ErrorCode.FILE_NOT_FOUND,
                            "'" + Text.printable(path.value()) + "', which the jail is to give access to, cannot be"
                                    + " opened: " + e.getMessage())
                    .remedy("make it, or grant something that exists")
                    .build();
        }
    }

    /** Where a path really leads, as far as it exists: the rest is appended as it is. */
    private static HostPath resolve(HostPath path) {
        try {
            return new HostPath(Text.ofPath(Text.toPath(path.value()).toRealPath()));
        } catch (IOException absent) {
            int slash = path.value().lastIndexOf('/');
            HostPath parent = slash == 0
                    ? HostPath.ROOT
                    : resolve(new HostPath(path.value().substring(0, slash)));
            return new HostPath(parent.value() + path.value().substring(slash));
        }
    }
}
