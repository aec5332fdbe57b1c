package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.capability.SnapshotSupport;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.linux.cgroup.Cgroups;
import ai.tinyhumans.tinybox.linux.seccomp.Architecture;
import ai.tinyhumans.tinybox.linux.seccomp.SeccompFilter;
import ai.tinyhumans.tinybox.linux.seccomp.Sockets;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.WorkspacePath;
import ai.tinyhumans.tinybox.spi.FileStat;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Request;
import ai.tinyhumans.tinybox.spi.Sandbox;
import ai.tinyhumans.tinybox.spi.WorkspaceFiles;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.BoxState;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs each command in namespaces of its own, which bubblewrap sets up and which end with it. The box itself is nothing but
 * its record: what a command leaves outside the workspace is gone with the command.
 */
final class NamespaceSandbox implements Sandbox {

    private static final int OPTIONS = 3;
    private static final int FILTER = 4;

    private final Host host;
    private final String bubblewrap;
    private final Cgroups cgroups;
    private final Map<Sockets, byte[]> filters = new ConcurrentHashMap<>();
    private final Map<String, byte[]> programs = new ConcurrentHashMap<>();

    NamespaceSandbox(Host host, String bubblewrap, Cgroups cgroups) {
        this.host = host;
        this.bubblewrap = bubblewrap;
        this.cgroups = cgroups;
    }

    /** The scratch directories are bounded, the workspace is not, so the disk is only in part. */
    @Override
    public SandboxCapabilities capabilities() {
        Map<Constraint, Enforcement> constraints = new EnumMap<>(cgroups.enforced());
        constraints.put(Constraint.FILESYSTEM, Enforcement.ENFORCED);
        constraints.put(Constraint.NETWORK, Enforcement.ENFORCED);
        constraints.put(Constraint.DISK, Enforcement.BEST_EFFORT);
        return new SandboxCapabilities(IsolationLevel.KERNEL, SnapshotSupport.NONE, Set.of(), constraints);
    }

    @Override
    public void create(BoxRecord box) {
        plan(box, Command.of("true"));
        host.openWorkspace(workspace(box).value()).close();
    }

    /**
     * {@inheritDoc}
     *
     * <p>If something is denied or protected, the host's files are looked at: a mount needs something to be mounted over.
     */
    @Override
    public LaunchPlan plan(BoxRecord box, Command command) {
        BoxSpec spec = box.spec();
        requireNoAllowlist(spec);
        HostPath workspace = workspace(box);
        Existing existing = Existing.of(host, workspace, spec.grants());
        Mounts mounts = Mounts.of(workspace, spec.grants(), existing);
        byte[] options = NamespaceArgs.bytes(NamespaceArgs.options(spec, mounts));
        CommandImage image = NamespaceArgs.image(spec, command);
        byte[] filter = filters.computeIfAbsent(
                NamespaceArgs.sockets(spec.network()), sockets -> SeccompFilter.program(architecture(), sockets));
        BubblewrapReport report = new BubblewrapReport(
                command.argv().get(0),
                NamespaceArgs.cwd(command),
                path -> isDirectory(workspace, path),
                existing.links().isEmpty() ? BubblewrapReport.DEPTH : BubblewrapReport.DEPTH + LinkHolder.DEPTH);
        List<String> argv = argv();
        SortedMap<Integer, byte[]> files = new TreeMap<>(
                Map.of(OPTIONS, options, FILTER, filter, NamespaceArgs.PROGRAM, program(FirstProcess.NAME)));
        if (!existing.links().isEmpty()) {
            argv = LinkHolder.around(existing.links(), argv);
            files.put(LinkHolder.PROGRAM, program(LinkHolder.NAME));
        }
        LaunchPlan plan = LaunchPlan.of(argv, environment(), "/")
                .withDescriptors(files)
                .asking(new Request(FirstProcess.REQUEST, image::bytes, mounts.footing()))
                .wrappedBy(report);
        return cgroups.quota(box.id(), spec.resources()).map(plan::limitedBy).orElse(plan);
    }

    @Override
    public int depth() {
        return BubblewrapReport.DEPTH;
    }

    private List<String> argv() {
        return List.of(
                bubblewrap,
                "--args",
                Integer.toString(OPTIONS),
                "--seccomp",
                Integer.toString(FILTER),
                "--json-status-fd",
                Integer.toString(BubblewrapReport.DESCRIPTOR),
                "--",
                FirstProcess.PATH);
    }

    private byte[] program(String name) {
        return programs.computeIfAbsent(name, program -> MachineCode.of(program, architecture()));
    }

    /** Only what bubblewrap itself is found by. The box has its own, and the marker, which bubblewrap passes on. */
    private Env environment() {
        String path = host.environment().variables().getOrDefault("PATH", "/usr/bin:/bin");
        return new Env(Map.of("PATH", path));
    }

    private static Architecture architecture() {
        return Architecture.current()
                .orElseThrow(() -> TinyboxException.of(
                                ErrorCode.PROVIDER_UNUSABLE,
                                "sandbox 'namespace' has no filter of system calls for "
                                        + System.getProperty("os.arch"))
                        .remedy("use 64-bit Linux on x86-64 or aarch64")
                        .build());
    }

    private static void requireNoAllowlist(BoxSpec spec) {
        spec.network()
                .match(
                        () -> true,
                        () -> true,
                        allowlist -> {
                            throw TinyboxException.of(
                                            ErrorCode.CONSTRAINT_NOT_ENFORCED,
                                            "sandbox 'namespace' enforces no egress allowlist")
                                    .placement(spec.workspace())
                                    .remedy("choose a sandbox that does, or deny the network")
                                    .build();
                        },
                        () -> true);
    }

    /** Answers whether a program's path in the box is a directory, as far as the host can tell. */
    private boolean isDirectory(HostPath workspace, String path) {
        boolean lookedUpInPath = path.indexOf('/') < 0;
        if (lookedUpInPath) {
            return false;
        }
        try (WorkspaceFiles files = host.openWorkspace(HostPath.ROOT.value())) {
            String inside = path.startsWith("/") ? path : Mounts.WORKSPACE + "/" + path;
            String prefix = Mounts.WORKSPACE + "/";
            String outside = inside.startsWith(prefix) ? workspace + "/" + inside.substring(prefix.length()) : inside;
            return files.stat(WorkspacePath.parse(outside.substring(1))).type() == FileStat.Type.DIRECTORY;
        } catch (TinyboxException unknown) {
            return false;
        }
    }

    @Override
    public BoxState inspect(BoxRecord box) {
        return box.state();
    }

    @Override
    public void destroy(BoxRecord box) {
        cgroups.release(box.id()); // the directory is the caller's, and nothing else outlives a command
    }

    @Override
    public Optional<String> workspaceDirectory(BoxRecord box) {
        return Optional.of(workspace(box).value());
    }

    private static HostPath workspace(BoxRecord box) {
        return new HostPath(box.spec().localDirectory());
    }
}
