package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.bus.json.Json;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.PortMapping;
import ai.tinyhumans.tinybox.store.BoxState;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What {@code docker inspect} says of a container. Immutable.
 *
 * @param id its full id
 * @param status its state, in Docker's word
 * @param exitCode how its process 1 ended, if it did
 * @param outOfMemory whether a process of it was killed for want of memory
 * @param box the box it is, empty if none
 * @param attempt the attempt that made it, empty if none
 * @param memory its limit in bytes, 0 if there is none
 * @param memoryAndSwap its limit on memory and swap together, 0 if there is none
 * @param quota its processor time per period, 0 if there is no limit
 * @param pids its limit, 0 if there is none
 * @param ports its published ports, with the ports of the host they are on
 */
record DockerInspect(
        String id,
        String status,
        int exitCode,
        boolean outOfMemory,
        String box,
        String attempt,
        long memory,
        long memoryAndSwap,
        long quota,
        long pids,
        SortedSet<PortMapping> ports) {

    /**
     * Reads the JSON of one container, or podman's of a list of one.
     *
     * @throws TinyboxException {@code host.failed} if it is none
     */
    static DockerInspect parse(byte[] json) {
        JsonNode container;
        try {
            JsonNode answer = Json.parse(json);
            container = answer.isArray() ? answer.path(0) : answer;
        } catch (IOException e) {
            throw TinyboxException.of(ErrorCode.HOST_FAILED, "'docker inspect' answered with no JSON")
                    .cause(e)
                    .build();
        }
        JsonNode labels = container.path("Config").path("Labels");
        JsonNode limits = container.path("HostConfig");
        return new DockerInspect(
                container.path("Id").asText(),
                container.path("State").path("Status").asText(),
                container.path("State").path("ExitCode").asInt(),
                container.path("State").path("OOMKilled").asBoolean(),
                labels.path(DockerArgs.BOX_LABEL).asText(),
                labels.path(DockerArgs.ATTEMPT_LABEL).asText(),
                limits.path("Memory").asLong(),
                limits.path("MemorySwap").asLong(),
                limits.path("CpuQuota").asLong(),
                limits.path("PidsLimit").asLong(),
                ports(container.path("NetworkSettings").path("Ports")));
    }

    /** Of a port that is published on IPv4 and on IPv6, the first counts, even if its number is another. */
    private static SortedSet<PortMapping> ports(JsonNode published) {
        SortedSet<PortMapping> ports = new TreeSet<>();
        published.properties().forEach(entry -> {
            JsonNode best = null;
            for (JsonNode binding : entry.getValue()) {
                boolean isIpv6 = binding.path("HostIp").asText().indexOf(':') >= 0;
                best = best == null || !isIpv6 ? binding : best;
            }
            if (best != null && entry.getKey().endsWith("/tcp")) {
                int guest = Integer.parseInt(
                        entry.getKey().substring(0, entry.getKey().indexOf('/')));
                ports.add(PortMapping.fixed(guest, best.path("HostPort").asInt()));
            }
        });
        return ports;
    }

    /** The state of the box. A container that runs is ready: what keeps it alive is no command. Three words are podman's. */
    BoxState state() {
        return switch (status) {
            case "running" -> BoxState.READY;
            case "paused" -> BoxState.PAUSED;
            case "created", "initialized", "stopping", "stopped", "exited" -> BoxState.STOPPED;
            case "restarting" -> BoxState.CREATING;
            case "removing" -> BoxState.ARCHIVED;
            default -> BoxState.FAILED;
        };
    }
}
