package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.linux.seccomp.Sockets;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import ai.tinyhumans.tinybox.spec.Text;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The options bubblewrap gets for a box (bwrap(1)), and what its first process gets for a command. Pure. Both go by
 * descriptors, so that nothing of the box, its variables least of all, stands on a command line.
 */
final class NamespaceArgs {

    /** MAX_ARGS of bubblewrap.c: options and command line together. */
    static final int MAX_ARGUMENTS = 9000;

    /** What stands on the command line: the program, three descriptors with numbers, the dashes, the first process. */
    private static final int OUTER_ARGUMENTS = 9;

    /** The descriptor of the first process's program. */
    static final int PROGRAM = 8;

    /** Programs and libraries. Where these are links into {@code /usr}, what they lead to is bound in their place. */
    private static final List<String> PROGRAMS =
            List.of("/usr", "/bin", "/sbin", "/lib", "/lib64", "/lib32", "/libx32");

    /**
     * What programs read of the host's configuration. All of {@code /etc} would hand out whatever the user can read there,
     * keys and passwords included.
     */
    private static final List<String> CONFIGURATION = List.of(
            "alternatives",
            "ca-certificates.conf",
            "group",
            "java-11-openjdk",
            "java-17-openjdk",
            "java-21-openjdk",
            "java-25-openjdk",
            "ld.so.cache",
            "ld.so.conf",
            "ld.so.conf.d",
            "localtime",
            "mime.types",
            "nsswitch.conf",
            "passwd",
            "pki/ca-trust",
            "pki/tls/certs",
            "protocols",
            "services",
            "ssl/certs",
            "ssl/openssl.cnf");

    /** What is needed besides to find hosts by name. */
    private static final List<String> NAMES = List.of("gai.conf", "host.conf", "hosts", "resolv.conf");

    /** Every box has these of the host. */
    static final List<HostPath> SYSTEM = system();

    private static final Env ENVIRONMENT = new Env(environment());

    private NamespaceArgs() {}

    private static List<HostPath> system() {
        List<HostPath> paths = new ArrayList<>();
        PROGRAMS.forEach(path -> paths.add(new HostPath(path)));
        paths.add(new HostPath("/etc"));
        return List.copyOf(paths);
    }

    private static Map<String, String> environment() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        variables.put("HOME", "/tmp");
        variables.put("TMPDIR", "/tmp");
        variables.put("LANG", "C.UTF-8");
        return variables;
    }

    /** Whether a box is in a network namespace of its own. */
    static boolean isolatesNetwork(NetworkPolicy network) {
        return network.match(() -> true, () -> false, allowlist -> true, () -> false);
    }

    /** The sockets a box may make: names of sockets are its own only in a network namespace of its own. */
    static Sockets sockets(NetworkPolicy network) {
        return network.match(
                () -> Sockets.ISOLATED, () -> Sockets.OUTGOING, allowlist -> Sockets.ISOLATED, () -> Sockets.INTERNET);
    }

    /**
     * The options for any command of a box.
     *
     * @param mounts what it sees of the host beyond the system
     * @throws TinyboxException {@code launch.arguments_too_long} if they are more than bubblewrap takes
     */
    static List<String> options(BoxSpec spec, Mounts mounts) {
        List<String> options = new ArrayList<>();
        options.addAll(List.of(
                "--unshare-user", "--disable-userns", "--unshare-pid", "--as-pid-1", "--unshare-ipc", "--unshare-uts"));
        options.add("--unshare-cgroup-try");
        if (isolatesNetwork(spec.network())) {
            options.add("--unshare-net");
        }
        options.addAll(List.of("--die-with-parent", "--new-session", "--cap-drop", "ALL", "--hostname", "tinybox"));
        system(options, spec.network());
        own(options, scratch(spec));
        options.addAll(mounts.options());
        options.addAll(List.of("--perms", "0555", "--file", Integer.toString(PROGRAM), FirstProcess.PATH));
        options.addAll(List.of("--remount-ro", "/"));
        int all = options.size() + OUTER_ARGUMENTS;
        if (all > MAX_ARGUMENTS) {
            throw TinyboxException.of(
                            ErrorCode.LAUNCH_ARGUMENTS_TOO_LONG,
                            "the box makes " + all + " arguments, bubblewrap takes " + MAX_ARGUMENTS)
                    .remedy("grant directories instead of many files")
                    .build();
        }
        return options;
    }

    /** The command of a box as its first process takes it. */
    static CommandImage image(BoxSpec spec, Command command) {
        return new CommandImage(command.argv(), ENVIRONMENT.plus(spec.env()).plus(command.env()), cwd(command));
    }

    private static void system(List<String> options, NetworkPolicy network) {
        for (String path : PROGRAMS) {
            options.addAll(List.of("--ro-bind-try", path, path));
        }
        for (String name : CONFIGURATION) {
            options.addAll(List.of("--ro-bind-try", "/etc/" + name, "/etc/" + name));
        }
        if (!isolatesNetwork(network)) {
            for (String name : NAMES) {
                options.addAll(List.of("--ro-bind-try", "/etc/" + name, "/etc/" + name));
            }
        }
    }

    /** What the box has for itself. The devices' directory is made read-only, for it is memory without a limit. */
    private static void own(List<String> options, String scratch) {
        options.addAll(List.of("--proc", "/proc", "--dev", "/dev"));
        options.addAll(List.of("--size", scratch, "--perms", "1777", "--tmpfs", "/dev/shm", "--remount-ro", "/dev"));
        options.addAll(
                List.of("--size", scratch, "--perms", "1777", "--tmpfs", "/tmp", "--symlink", "../tmp", "/var/tmp"));
    }

    /** Scratch files are in memory, so they are bounded by that limit as well as by that of the disk. */
    private static String scratch(BoxSpec spec) {
        ByteSize disk = spec.resources().disk();
        ByteSize memory = spec.resources().memory();
        return Long.toString(Math.min(disk.bytes(), memory.bytes()));
    }

    /** The working directory of a command in the box. */
    static String cwd(Command command) {
        String workspace = Mounts.WORKSPACE.value();
        return command.cwd()
                .map(directory -> directory.startsWith("/") ? directory : workspace + "/" + directory)
                .orElse(workspace);
    }

    /** Options as {@code --args} reads them: each with a NUL at its end. */
    static byte[] bytes(List<String> options) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String option : options) {
            bytes.writeBytes(Text.encode(option));
            bytes.write(0);
        }
        return bytes.toByteArray();
    }
}
