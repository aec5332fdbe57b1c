package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spi.HostProvider;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What makes the boxes of a test.
 *
 * @param command its command
 * @param host the host on which that is the docker command, if it is not any
 * @param lenient accepts what it does not enforce here beyond what docker does not
 */
record Engine(String command, Optional<HostProvider> host, UnaryOperator<BoxSpec.Builder> lenient) {

    static final Engine DOCKER = new Engine("docker", Optional.empty(), UnaryOperator.identity());

    /** The one of {@code .ci/podman}, named beside the docker there is. */
    static final Engine PODMAN = new Engine(
            "podman", Optional.of(HostWith.variables(Map.of(DockerProvider.COMMAND, "podman"))), Podman::lenient);
}
