package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.PortMapping;
import ai.tinyhumans.tinybox.spec.Resources;
import ai.tinyhumans.tinybox.spi.Inside;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The command lines of docker. Pure. */
final class DockerArgs {

    /** The label that names the box a container is. */
    static final String BOX_LABEL = "ai.tinyhumans.tinybox";

    /** The label by which the attempt to make a container knows its own. */
    static final String ATTEMPT_LABEL = "ai.tinyhumans.tinybox.attempt";

    /** The label of an image that is a snapshot; its value is the box it was taken from. */
    static final String SNAPSHOT_LABEL = "ai.tinyhumans.tinybox.snapshot";

    /** Where a directory of the host, or a repository, is in the container. */
    static final String WORKSPACE = "/workspace";

    /**
     * What process 1 does: nothing, for ever. While a shell waits for its child it reaps whatever child it has, and orphans
     * become children of process 1.
     */
    static final String KEEPALIVE = "while :; do sleep 86400; done";

    /** Says what of all that the supervisor of commands needs is not there, or that the workspace cannot be used. */
    static final String SELF_CHECK = "for tool in setsid grep tr mv rm sleep; do "
            + "command -v \"$tool\" >/dev/null || echo \"the program $tool\"; done; "
            + "[ -w /dev/shm ] || echo 'a writable /dev/shm'; "
            + "[ ! -d \"$1\" ] || [ -r \"$1\" -a -w \"$1\" -a -x \"$1\" ] || echo \"access to $1 for user $(id -u)\"";

    /** What no image has. */
    static final String NO_PROGRAM = "/tinybox-no-such-program";

    /** The period of processor time quotas, in microseconds: the kernel's default (sched-bwc.rst). */
    private static final int CPU_PERIOD = 100_000;

    private DockerArgs() {}

    /** What a container is made of besides its specification. */
    record Making(
            Dialect dialect, String name, String attempt, Source source, List<Mount> mounts, Optional<String> user) {
        Making {
            mounts = List.copyOf(mounts);
        }
    }

    /** A directory or file of the host in a container. */
    record Mount(String source, String target, boolean readOnly) {

        /** The value of {@code --mount}: one record of comma-separated values, as encoding/csv of Go reads it. */
        String value() {
            return "type=bind," + field("source=" + source) + "," + field("target=" + target)
                    + (readOnly ? ",readonly" : "");
        }

        private static String field(String text) {
            boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
            return plain ? text : "\"" + text.replace("\"", "\"\"") + "\"";
        }
    }

    /** Makes and starts the container of a box. */
    static List<String> run(BoxId box, BoxSpec spec, Making making) {
        List<String> argv = new ArrayList<>(List.of("docker", "run", "--detach"));
        argv.addAll(making.dialect().making());
        add(argv, "--name", making.name());
        add(argv, "--label", BOX_LABEL + "=" + box);
        add(argv, "--label", ATTEMPT_LABEL + "=" + making.attempt());
        add(argv, "--log-driver", "none");
        add(argv, "--cap-drop", "ALL");
        add(argv, "--security-opt", "no-new-privileges");
        add(argv, "--network", network(spec));
        limits(argv, spec.resources(), making.dialect());
        if (spec.demands().contains(Constraint.DISK)) {
            add(argv, "--storage-opt", "size=" + spec.resources().disk().bytes() + "b");
        }
        if (!network(spec).equals("none")) { // the denial wins: nothing can come in where there is no network
            spec.ports().forEach(port -> add(argv, "--publish", published(port)));
        }
        making.mounts().forEach(mount -> add(argv, "--mount", mount.value()));
        if (making.source().hasWorkspace()) {
            add(argv, "--workdir", WORKSPACE);
        }
        making.user().ifPresent(user -> own(argv, user, making.dialect()));
        add(argv, "--pull", making.source().pulled() ? "missing" : "never");
        add(argv, "--entrypoint", "sh");
        argv.addAll(List.of(making.source().image(), "-c", KEEPALIVE));
        return argv;
    }

    /** An allowlist never comes here: it is refused before. */
    static String network(BoxSpec spec) {
        return spec.network().match(() -> "none", () -> "bridge", allowlist -> "none", () -> "bridge");
    }

    /** As much swap as memory is none: {@code --memory-swap} is both together. */
    static void limits(List<String> argv, Resources limits, Dialect dialect) {
        if (dialect.limits().contains(Constraint.MEMORY)) {
            add(argv, "--memory", limits.memory().bytes() + "b");
            add(argv, "--memory-swap", limits.memory().bytes() + "b");
        }
        if (dialect.limits().contains(Constraint.CPU)) {
            add(argv, "--cpu-period", Integer.toString(CPU_PERIOD));
            add(argv, "--cpu-quota", Long.toString(quota(limits)));
        }
        if (dialect.limits().contains(Constraint.PIDS)) {
            add(argv, "--pids-limit", Integer.toString(limits.pids()));
        }
    }

    /** Runs as the owner of a directory of the host. */
    static void own(List<String> argv, String user, Dialect dialect) {
        add(argv, "--user", user);
        argv.addAll(dialect.owning());
    }

    /** Names the images there are. */
    static List<String> images() {
        return List.of("docker", "images", "--quiet", "--no-trunc");
    }

    /**
     * Finds out whether the size of a container can be limited: it can if what is said is that the program is not there.
     * Nothing is left of it.
     */
    static List<String> diskProbe(String image) {
        return List.of(
                "docker",
                "run",
                "--rm",
                "--pull",
                "never",
                "--network",
                "none",
                "--storage-opt",
                "size=1g",
                "--entrypoint",
                NO_PROGRAM,
                image);
    }

    /** Processor time per period, in microseconds. */
    static long quota(Resources limits) {
        return limits.cpuMillis() * (long) CPU_PERIOD / 1000;
    }

    private static String published(PortMapping port) {
        return "127.0.0.1:"
                + (port.host().isPresent() ? Integer.toString(port.host().getAsInt()) : "") + ":" + port.guest();
    }

    /** Runs a program in a container. Variables are named only: docker takes their values from its own environment. */
    static List<String> exec(String name, Inside program) {
        List<String> argv = new ArrayList<>(List.of("docker", "exec"));
        switch (program.role()) {
            case COMMAND -> argv.addAll(List.of("--interactive", "--env", Env.MARKER));
            case COMMAND_WITHOUT_INPUT -> add(argv, "--env", Env.MARKER);
            case STANDBY -> argv.add("--interactive");
            case SPAWNED -> argv.add("--detach");
            case HELPER -> {}
        }
        program.env().variables().keySet().forEach(variable -> add(argv, "--env", variable));
        argv.add(name);
        argv.addAll(program.argv());
        return argv;
    }

    /** Looks whether a new container has what a box needs; what it has not is on the standard output. */
    static List<String> selfCheck(String name, Source source) {
        String used = source.hasWorkspace() ? WORKSPACE : ""; // what an image has there of its own is its own affair
        return List.of("docker", "exec", name, "sh", "-c", SELF_CHECK, "tinybox", used);
    }

    static List<String> inspect(String name) {
        return List.of("docker", "inspect", "--type", "container", "--format", "{{json .}}", name);
    }

    static List<String> info() {
        return List.of("docker", "info", "--format", "{{json .}}");
    }

    static List<String> remove(String name) {
        return List.of("docker", "rm", "--force", "--volumes", name);
    }

    static List<String> pause(String name) {
        return List.of("docker", "pause", name);
    }

    static List<String> unpause(String name) {
        return List.of("docker", "unpause", name);
    }

    /** Keeps a container as an image without the labels and the mount point of the box it was. */
    static List<String> commit(String name, BoxId box) {
        return List.of("docker", "commit", "--change", "LABEL " + SNAPSHOT_LABEL + "=" + box, name);
    }

    static List<String> snapshots() {
        return List.of("docker", "images", "--all", "--no-trunc", "--quiet", "--filter", "label=" + SNAPSHOT_LABEL);
    }

    static List<String> removeImage(String image) {
        return List.of("docker", "rmi", image);
    }

    private static void add(List<String> argv, String option, String value) {
        argv.add(option);
        argv.add(value);
    }
}
