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
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * What {@code docker info} says of a daemon. Immutable.
 *
 * @param version of the daemon
 * @param osType what its containers are
 * @param memory whether it limits memory
 * @param swap whether it limits swap
 * @param cpu whether it limits processor time
 * @param pids whether it limits processes
 * @param driver where it keeps the files of containers
 */
record DockerInfo(
        String version, String osType, boolean memory, boolean swap, boolean cpu, boolean pids, String driver) {

    /** The driver by which it was shown that the files of a container can be limited; of others that is not known. */
    private static final String LIMITING = "btrfs";

    /**
     * Reads the JSON of a daemon.
     *
     * @throws TinyboxException {@code provider.unusable} if no daemon answered
     */
    static DockerInfo parse(byte[] json) {
        try {
            JsonNode info = Json.parse(json);
            if (info.has("host")) {
                throw TinyboxException.of(
                                ErrorCode.PROVIDER_UNUSABLE,
                                "the docker command is podman's, whose 'info' and 'inspect' answer otherwise")
                        .remedy("install docker's own command")
                        .build();
            }
            DockerInfo read = new DockerInfo(
                    info.path("ServerVersion").asText(),
                    info.path("OSType").asText(),
                    info.path("MemoryLimit").asBoolean(),
                    info.path("SwapLimit").asBoolean(),
                    info.path("CpuCfsQuota").asBoolean(),
                    info.path("PidsLimit").asBoolean(),
                    info.path("Driver").asText());
            if (read.version.isEmpty()) { // some versions of the command succeed without a daemon
                throw TinyboxException.of(
                                ErrorCode.PROVIDER_UNUSABLE, "no docker daemon answers: " + info.path("ServerErrors"))
                        .remedy("start the daemon, or name another by DOCKER_HOST or 'docker context use'")
                        .build();
            }
            return read;
        } catch (IOException e) {
            throw TinyboxException.of(ErrorCode.PROVIDER_UNUSABLE, "'docker info' answered with no JSON")
                    .remedy("see what 'docker info' says")
                    .cause(e)
                    .build();
        }
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
        constraints.put(Constraint.CPU, enforced(cpu));
        constraints.put(Constraint.MEMORY, memory && !swap ? Enforcement.BEST_EFFORT : enforced(memory));
        constraints.put(Constraint.PIDS, enforced(pids));
        if (disk) {
            constraints.put(Constraint.DISK, Enforcement.ENFORCED);
        }
        return new SandboxCapabilities(
                IsolationLevel.KERNEL,
                SnapshotSupport.FILESYSTEM,
                Set.of(Capability.FORK, Capability.PORT_FORWARD, Capability.DETACH, Capability.PAUSE_RESUME),
                constraints);
    }

    private static Enforcement enforced(boolean yes) {
        return yes ? Enforcement.ENFORCED : Enforcement.UNSUPPORTED;
    }
}
