package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.bus.json.Json;
import ai.tinyhumans.tinybox.capability.Capability;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.capability.SnapshotSupport;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What {@code docker info} says of a daemon, or of podman. Immutable.
 *
 * @param dialect what there is to know of it to make boxes
 * @param version of the daemon
 * @param osType what its containers are
 * @param limits what it limits
 * @param swap whether it limits swap where it limits memory
 * @param extras what its boxes can
 * @param driver where it keeps the files of containers, empty if nothing is known of their size there
 */
record DockerInfo(
        Dialect dialect,
        String version,
        String osType,
        Set<Constraint> limits,
        boolean swap,
        Set<Capability> extras,
        String driver) {

    /** The driver by which it was shown that the files of a container can be limited; of others that is not known. */
    private static final String LIMITING = "btrfs";

    private static final Set<Capability> ALL =
            Set.of(Capability.FORK, Capability.PORT_FORWARD, Capability.DETACH, Capability.PAUSE_RESUME);

    /** Copies the sets. */
    DockerInfo {
        limits = Set.copyOf(limits);
        extras = Set.copyOf(extras);
    }

    /**
     * Reads the JSON of a daemon, or podman's.
     *
     * @throws TinyboxException {@code provider.unusable} if no daemon answered, or one that podman is only connected to
     */
    static DockerInfo parse(byte[] json) {
        try {
            JsonNode info = Json.parse(json);
            return info.has("host") ? podman(info) : docker(info);
        } catch (IOException e) {
            throw unusable("'docker info' answered with no JSON", "see what 'docker info' says", e);
        }
    }

    private static DockerInfo docker(JsonNode info) {
        String version = info.path("ServerVersion").asText();
        if (version.isEmpty()) { // some versions of the command succeed without a daemon
            throw unusable(
                    "no docker daemon answers: " + info.path("ServerErrors"),
                    "start the daemon, or name another by DOCKER_HOST or 'docker context use'",
                    null);
        }
        Set<Constraint> limits = EnumSet.noneOf(Constraint.class);
        add(limits, Constraint.MEMORY, info.path("MemoryLimit").asBoolean());
        add(limits, Constraint.CPU, info.path("CpuCfsQuota").asBoolean());
        add(limits, Constraint.PIDS, info.path("PidsLimit").asBoolean());
        return new DockerInfo(
                Dialect.DOCKER,
                version,
                info.path("OSType").asText(),
                limits,
                info.path("SwapLimit").asBoolean(),
                ALL,
                info.path("Driver").asText());
    }

    /** Podman says which control groups it has. That the kernel limits swap is seen when a box is made. */
    private static DockerInfo podman(JsonNode info) {
        JsonNode host = info.path("host");
        if (host.path("serviceIsRemote").asBoolean()) {
            throw unusable(
                    "the docker command is podman's, and only a connection to a podman elsewhere",
                    DockerCli.REMOTE_REMEDY,
                    null);
        }
        boolean rootless = host.path("security").path("rootless").asBoolean();
        boolean uncontrolled = rootless && !host.path("cgroupVersion").asText().equals("v2");
        List<String> controllers = new ArrayList<>();
        if (!uncontrolled) {
            host.path("cgroupControllers").forEach(controller -> controllers.add(controller.asText()));
        }
        Set<Constraint> limits = EnumSet.noneOf(Constraint.class);
        add(limits, Constraint.MEMORY, controllers.contains("memory"));
        add(limits, Constraint.CPU, controllers.contains("cpu"));
        add(limits, Constraint.PIDS, controllers.contains("pids"));
        Set<Capability> extras = EnumSet.copyOf(ALL);
        if (uncontrolled) {
            extras.remove(Capability.PAUSE_RESUME);
        }
        if (rootless) {
            extras.remove(Capability.PORT_FORWARD);
        }
        return new DockerInfo(
                Dialect.podman(rootless, limits),
                info.path("version").path("Version").asText(),
                host.path("os").asText(),
                limits,
                true,
                extras,
                "");
    }

    private static void add(Set<Constraint> limits, Constraint limit, boolean there) {
        if (there) {
            limits.add(limit);
        }
    }

    private static TinyboxException unusable(String message, String remedy, @Nullable Throwable cause) {
        TinyboxException.Builder failure =
                TinyboxException.of(ErrorCode.PROVIDER_UNUSABLE, message).remedy(remedy);
        return cause == null ? failure.build() : failure.cause(cause).build();
    }

    /** What was seen by a command, whose name is told where it is not the daemon's own. */
    String seenBy(String command) {
        return "version " + version + (dialect.equals(Dialect.DOCKER) ? "" : ", by the command '" + command + "'");
    }

    /** Answers whether it is worth finding out if the size of a container can be limited. */
    boolean mayLimitDisk() {
        return driver.equals(LIMITING);
    }

    /**
     * What boxes on this daemon promise.
     *
     * @param disk whether the size of a container was found to be limitable
     */
    SandboxCapabilities capabilities(boolean disk) {
        Map<Constraint, Enforcement> constraints = new EnumMap<>(Constraint.class);
        constraints.put(Constraint.FILESYSTEM, Enforcement.ENFORCED);
        constraints.put(Constraint.NETWORK, Enforcement.ENFORCED);
        constraints.put(Constraint.CPU, enforced(Constraint.CPU));
        constraints.put(
                Constraint.MEMORY,
                limits.contains(Constraint.MEMORY) && !swap ? Enforcement.BEST_EFFORT : enforced(Constraint.MEMORY));
        constraints.put(Constraint.PIDS, enforced(Constraint.PIDS));
        if (disk) {
            constraints.put(Constraint.DISK, Enforcement.ENFORCED);
        }
        return new SandboxCapabilities(IsolationLevel.KERNEL, SnapshotSupport.FILESYSTEM, extras, constraints);
    }

    private Enforcement enforced(Constraint limit) {
        return limits.contains(limit) ? Enforcement.ENFORCED : Enforcement.UNSUPPORTED;
    }
}
