package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import ai.tinyhumans.tinybox.testkit.ReservingHost;

/** A command in a box of podman is run as in one of docker, in a reserve as without, which {@link PodmanContractIT} shows. */
@Requires({Facility.LAUNCH, Facility.PODMAN, Facility.PODMAN_LIMITS})
class PodmanExecIT extends DockerExecIT {

    @Override
    Tinybox.Builder parts() {
        return super.parts().host(ReservingHost.of(engine().host().orElseThrow()));
    }

    @Override
    Engine engine() {
        return Engine.PODMAN;
    }
}
