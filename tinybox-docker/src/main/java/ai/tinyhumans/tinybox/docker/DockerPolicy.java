package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What would make a container less than one. Pure: it asks no daemon, and paths are what they lead to. */
public final class DockerPolicy {

    /** Whoever has one of these, or a directory it is in, has the host. */
    private static final Map<String, String> PERILOUS = Map.of(
            "/etc", "the accounts and secrets of the host",
            "/proc", "the processes of the host",
            "/sys", "the devices and control groups of the host",
            "/dev", "the devices of the host",
            "/var/run/docker.sock", "the docker daemon, and by it the host",
            "/run/docker.sock", "the docker daemon, and by it the host",
            "/var/run/podman/podman.sock", "the podman service, and by it the host",
            "/run/podman/podman.sock", "the podman service, and by it the host",
            "/var/lib/docker", "the files of all containers",
            "/var/lib/containers", "the files of all containers");

    /** Whatever is below one of these is as perilous: {@code /proc/1/root} is the root of the host. */
    private static final List<String> PERILOUS_BELOW = List.of("/proc", "/sys", "/dev");

    private DockerPolicy() {}

    /**
     * Lists every way in which a network mode and mounts weaken the isolation of a container, in the order they are given.
     *
     * @param network the mode of the network
     * @param mounts paths of the host, resolved
     */
    public static List<String> weaknesses(String network, List<HostPath> mounts) {
        List<String> found = new ArrayList<>();
        if (network.equals("host") || network.startsWith("container:")) {
            found.add("network '" + network + "' is not the container's own");
        }
        mounts.forEach(mount -> weakness(mount.value(), found));
        return found;
    }

    /**
     * Refuses what weakens isolation.
     *
     * @throws TinyboxException {@code argument.invalid}, naming each weakness
     */
    static void requireNone(List<String> weaknesses) {
        if (!weaknesses.isEmpty()) {
            throw TinyboxException.of(
                            ErrorCode.ARGUMENT_INVALID, "this would be no isolation: " + String.join(", ", weaknesses))
                    .remedy("leave these out")
                    .build();
        }
    }

    private static void weakness(String path, List<String> found) {
        String shown = "mount of '" + Text.printable(path) + "' gives away ";
        if (path.equals("/")) {
            found.add(shown + "all files of the host");
            return;
        }
        PERILOUS.entrySet().stream()
                .filter(peril -> (peril.getKey() + "/").startsWith(path + "/"))
                .map(Map.Entry::getValue)
                .sorted()
                .distinct()
                .forEach(what -> found.add(shown + what));
        PERILOUS_BELOW.stream()
                .filter(peril -> path.startsWith(peril + "/"))
                .forEach(peril -> found.add(shown + PERILOUS.get(peril)));
    }
}
