package ai.tinyhumans.tinybox.testkit;

import ai.tinyhumans.tinybox.ProviderInfo;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.spec.Placement;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Something a machine may have that a test needs. */
public enum Facility {
    /** Programs started on this machine. */
    LAUNCH,
    /** The tracer of system calls. */
    STRACE,
    /** The shell bash. */
    BASH,
    /** The programs of BusyBox. */
    BUSYBOX,
    /** The version control git. */
    GIT,
    /** The interpreter python3. */
    PYTHON,
    /** A Java on PATH that compiles. */
    JAVA,
    /** The interpreter node. */
    NODE,
    /** The program bwrap, and the namespaces it needs. */
    BUBBLEWRAP,
    /** The sandbox {@code landlock}, usable. */
    LANDLOCK,
    /** A control group delegated to this JVM, in which the sandbox {@code namespace} enforces every limit it can. */
    CGROUP,
    /** Threads without a thread of the system: Java 21. */
    VIRTUAL_THREADS,
    /** A docker daemon with the images that {@code .ci/docker} makes. */
    DOCKER,
    /** Podman with the images that {@code .ci/podman} makes. */
    PODMAN,
    /** A podman that has the control groups for every limit. */
    PODMAN_LIMITS,
    /** The assembler as, of GNU. */
    ASSEMBLER,
    /** A docker daemon that a test may start for itself: the program, and a user who may. */
    DOCKERD,
    /** File systems in memory that a test may mount: a user who may. */
    MOUNT,
    /** The file system btrfs, to be made and mounted. */
    BTRFS,
    /** A file system that takes names for one that differ in case, to be made and mounted: the programs, and a user who may. */
    MERGING_FILE_SYSTEM,
    /** The ssh client and server. */
    SSHD,
    /** A docker daemon with the image that {@code .ci/docker} makes of BusyBox and an ssh server. */
    BUSYBOX_MACHINE,
    /** Networks that a test may make for itself, and drop packets in: the programs, and a user who may. */
    NETWORK_NAMESPACE,
    /** A user who may not do everything. */
    UNPRIVILEGED;

    /** Why it is not there; empty if it is. */
    Optional<String> obstacle() {
        return switch (this) {
            case LAUNCH -> unless(System.getProperty("os.name").equals("Linux"), "this is no Linux");
            case STRACE -> program("strace", "-o", "/dev/null", "true");
            case BASH -> program("bash", "-c", "true");
            case BUSYBOX -> program("busybox", "true");
            case GIT -> program("git", "--version");
            case PYTHON -> program("python3", "-c", "");
            case JAVA -> program("javac", "-version");
            case NODE -> program("node", "-e", "");
            case BUBBLEWRAP -> program("bwrap", "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "true");
            case LANDLOCK -> sandbox("landlock");
            case CGROUP -> limits(Placement.of("local", "namespace"));
            case VIRTUAL_THREADS ->
                unless(
                        Runtime.version().feature() >= 21,
                        "this is Java " + Runtime.version().feature());
            case DOCKER -> program("docker", "image", "inspect", "alpine:3", "tinybox-debian:12");
            case PODMAN -> program("podman", "image", "inspect", "alpine:3", "tinybox-debian:12");
            case PODMAN_LIMITS ->
                program(
                        "sh",
                        "-c",
                        "has=$(podman info --format '{{range .Host.CgroupControllers}}-{{.}}{{end}}-') && "
                                + "for c in cpu memory pids; do case $has in *-$c-*) ;; *) exit 1;; esac; done");
            case ASSEMBLER -> program("as", "--version");
            case DOCKERD -> programOfRoot("dockerd", "--version");
            case MOUNT -> programOfRoot("unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt");
            case BTRFS -> program("sh", "-c", "mkfs.btrfs --version && grep -w btrfs /proc/filesystems");
            case MERGING_FILE_SYSTEM ->
                programOfRoot( // what it starts ends with it
                        "unshare",
                        "--mount",
                        "--pid",
                        "--fork",
                        "sh",
                        "-ec",
                        "mount -t tmpfs none /mnt; cd /mnt; mkdir d; truncate -s 4M i; mkntfs -F -Q i; "
                                + "lowntfs-3g -o ignore_case i d; : >d/A; test -e d/a");
            case SSHD -> program("sh", "-c", "ssh -V && test -x /usr/sbin/sshd");
            case BUSYBOX_MACHINE -> program("docker", "image", "inspect", "tinybox-sshd");
            case NETWORK_NAMESPACE ->
                programOfRoot("unshare", "--net", "sh", "-c", "busybox ip link set lo up && iptables --list");
            case UNPRIVILEGED ->
                unless(
                        !System.getProperty("user.name").equals("root"),
                        "the tests run as root, whom no permission stops");
        };
    }

    /** Asks the sandbox's own probe. */
    private static Optional<String> sandbox(String name) {
        try (Tinybox tinybox = Tinybox.open()) {
            List<ProviderInfo> found = tinybox.survey().stream()
                    .filter(provider -> provider.name().equals(name))
                    .toList();
            return found.stream().anyMatch(provider -> provider.probe().isUsable())
                    ? Optional.empty()
                    : Optional.of("sandbox '" + name + "' is not usable: " + found);
        }
    }

    private static Optional<String> limits(Placement placement) {
        try (Tinybox tinybox = Tinybox.open()) {
            SandboxCapabilities declared = tinybox.capabilities(placement);
            boolean all = Stream.of(Constraint.CPU, Constraint.MEMORY, Constraint.PIDS)
                    .allMatch(constraint -> declared.enforcement(constraint) == Enforcement.ENFORCED);
            return unless(all, "no control group is delegated: see 'tinybox doctor'");
        }
    }

    private static Optional<String> unless(boolean there, String obstacle) {
        return there ? Optional.empty() : Optional.of(obstacle);
    }

    /** How the variable {@code TINYBOX_REQUIRE} spells it. */
    String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static Optional<String> programOfRoot(String... argv) {
        return System.getProperty("user.name").equals("root")
                ? program(argv)
                : Optional.of("only root can do what " + argv[0] + " does");
    }

    /** Runs a program, which must succeed: that it is installed does not say that it may do its work. */
    private static Optional<String> program(String... argv) {
        try {
            int status = new ProcessBuilder(argv)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            return unless(status == 0, "'" + String.join(" ", argv) + "' exits " + status);
        } catch (IOException e) {
            return Optional.of("there is no " + argv[0] + " on PATH");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("the look for " + argv[0] + " was interrupted");
        }
    }
}
