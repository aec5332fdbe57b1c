package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.PortMapping;
import ai.tinyhumans.tinybox.spec.Resources;
import ai.tinyhumans.tinybox.spec.SandboxRef;
import ai.tinyhumans.tinybox.spec.TemplateName;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * What a new box shall be. What is given as an option is a demand. A default that the sandbox does not enforce is accepted
 * instead, and the console says so.
 */
final class BoxOptions {

    @Option(
            names = "--sandbox",
            paramLabel = "NAME",
            description = "how confined; unless given, the strongest that confines and works here, never passthrough")
    private @Nullable SandboxRef sandbox;

    @ArgGroup
    private @Nullable Source source;

    @Option(
            names = "--network",
            paramLabel = "POLICY",
            description =
                    "what it may reach: denied, egress, open, or HOST[,HOST...]:PORT[,PORT...]; denied unless given")
    private @Nullable NetworkPolicy network;

    @Option(
            names = "--publish",
            paramLabel = "[HOST:]GUEST",
            description = "publish a port of the box on this machine's loopback address; may be given several times")
    private List<PortMapping> ports = List.of();

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description = "memory of all its processes, as in 512m; 2g unless given")
    private @Nullable ByteSize memory;

    @Option(
            names = "--cpus",
            paramLabel = "N",
            converter = Converters.Cpus.class,
            description = "processor cores, as in 1.5; 2 unless given")
    private @Nullable Integer cpuMillis;

    @Option(
            names = "--pids",
            paramLabel = "N",
            converter = Converters.Count.class,
            description = "processes and threads; 512 unless given")
    private @Nullable Integer pids;

    @Option(names = "--disk", paramLabel = "SIZE", description = "what it may add on disk; 8g unless given")
    private @Nullable ByteSize disk;

    @Option(
            names = "--require",
            paramLabel = "LEVEL",
            description = "the least isolation: none, process, kernel or hardware; a weaker sandbox is refused")
    private @Nullable IsolationLevel floor;

    @Mixin
    private EnvOption env;

    /** A box of defaults in one sandbox. */
    static BoxOptions of(SandboxRef sandbox) {
        BoxOptions options = new BoxOptions();
        options.sandbox = sandbox;
        options.env = new EnvOption();
        return options;
    }

    /** What the box starts from; a directory of its own unless one is given. */
    static final class Source {

        @Option(
                names = "--workspace",
                paramLabel = "DIR",
                description =
                        "the directory it works in, with an absolute path if the machine is another; unless given, a new one, which is removed with the box")
        private @Nullable String directory;

        @Option(names = "--image", paramLabel = "REF", description = "the image it starts from")
        private @Nullable String image;

        @Option(names = "--template", paramLabel = "NAME", description = "the template it starts from")
        private @Nullable TemplateName template;

        /** Exactly one of the three is given. */
        private @Nullable WorkspaceSource find(Session session) {
            if (directory != null) {
                return session.host().scheme().isPresent()
                        ? new WorkspaceSource.LocalDir(new HostPath(directory).value())
                        : WorkspaceSource.localDir(Converters.path(directory));
            }
            if (image != null) {
                return WorkspaceSource.ociImage(image);
            }
            TemplateName name = template;
            return name == null
                    ? null
                    : WorkspaceSource.snapshot(session.templates().get(name).orElseThrow(() -> unknown(name)));
        }
    }

    /**
     * A new box.
     *
     * @param box an owning handle
     * @param workspaces where a workspace was made for it, if one was, to be removed when it is gone
     * @param ownDirectory that workspace
     */
    record Made(Box box, Workspaces workspaces, Optional<String> ownDirectory) {

        /** Removes the workspace that was made for the box, which is gone. */
        void removeWorkspace() throws InterruptedException {
            if (ownDirectory.isPresent()) {
                workspaces.remove(ownDirectory.get());
            }
        }
    }

    /** Makes the box. */
    Made create(Session session) throws InterruptedException {
        return create(session, source == null ? null : source.find(session));
    }

    /** Makes the box from something, or from a directory of its own. */
    Made create(Session session, @Nullable WorkspaceSource from) throws InterruptedException {
        HostRef host = session.host();
        Placement placement = sandbox == null ? session.tinybox().strongest(host) : new Placement(host, sandbox);
        Set<Constraint> open = open(session.tinybox().capabilities(placement));
        Made made = create(session, from, placement, open);
        say(session.console(), placement, open);
        return made;
    }

    private Made create(Session session, @Nullable WorkspaceSource from, Placement placement, Set<Constraint> open)
            throws InterruptedException {
        Workspaces workspaces = session.workspaces(placement.host());
        if (from != null) {
            return new Made(session.tinybox().create(spec(placement, from, open)), workspaces, Optional.empty());
        }
        String own = workspaces.make();
        try {
            BoxSpec spec = spec(placement, new WorkspaceSource.LocalDir(own), open);
            return new Made(session.tinybox().create(spec), workspaces, Optional.of(own));
        } catch (RuntimeException | InterruptedException e) {
            undo(workspaces, own, e);
            throw e;
        }
    }

    private static void undo(Workspaces workspaces, String own, Exception why) throws InterruptedException {
        try {
            workspaces.remove(own);
        } catch (TinyboxException left) {
            why.addSuppressed(left);
        }
    }

    static TinyboxException unknown(TemplateName name) {
        return TinyboxException.of(ErrorCode.TEMPLATE_UNKNOWN, "there is no template '" + name + "'")
                .remedy("'tinybox template ls' lists them")
                .build();
    }

    private BoxSpec spec(Placement placement, WorkspaceSource from, Set<Constraint> open) {
        BoxSpec.Builder spec = BoxSpec.builder(placement, from)
                .resources(new Resources(
                        orElse(cpuMillis, Resources.DEFAULT.cpuMillis()),
                        orElse(memory, Resources.DEFAULT.memory()),
                        orElse(pids, Resources.DEFAULT.pids()),
                        orElse(disk, Resources.DEFAULT.disk())))
                .network(orElse(network, NetworkPolicy.denied()))
                .require(orElse(floor, IsolationLevel.NONE))
                .accept(open.toArray(Constraint[]::new));
        return spec.env(env.variables()).ports(Set.copyOf(ports)).build();
    }

    private static <T> T orElse(@Nullable T given, T otherwise) {
        return given == null ? otherwise : given;
    }

    /** What is demanded by default alone, and not enforced. */
    private Set<Constraint> open(SandboxCapabilities declared) {
        Map<Constraint, Optional<?>> asked = Map.of(
                Constraint.NETWORK, Optional.ofNullable(network),
                Constraint.CPU, Optional.ofNullable(cpuMillis),
                Constraint.MEMORY, Optional.ofNullable(memory),
                Constraint.PIDS, Optional.ofNullable(pids),
                Constraint.DISK, Optional.ofNullable(disk));
        Set<Constraint> open = EnumSet.noneOf(Constraint.class);
        asked.forEach((constraint, value) -> {
            if (value.isEmpty() && declared.enforcement(constraint) != Enforcement.ENFORCED) {
                open.add(constraint);
            }
        });
        return open;
    }

    private void say(Console console, Placement placement, Set<Constraint> open) {
        String place = sandbox == null ? "the box is on " + placement : placement.toString();
        if (!open.isEmpty()) {
            console.note(place + (sandbox == null ? ", which does" : " does") + " not enforce the defaults of "
                    + open.stream().map(Constraint::toString).collect(Collectors.joining(", ")));
        } else if (sandbox == null) {
            console.note(place);
        }
    }
}
