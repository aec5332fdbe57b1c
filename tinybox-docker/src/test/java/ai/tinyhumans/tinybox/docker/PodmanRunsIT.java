package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;

/** A single run by podman is as one by docker. */
@Requires({Facility.LAUNCH, Facility.PODMAN, Facility.PODMAN_LIMITS})
class PodmanRunsIT extends DockerRunsIT {

    @Override
    Engine engine() {
        return Engine.PODMAN;
    }
}
