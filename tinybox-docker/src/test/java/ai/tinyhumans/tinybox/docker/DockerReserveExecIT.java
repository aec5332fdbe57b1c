package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.host.local.LocalHostProvider;
import ai.tinyhumans.tinybox.testkit.ReservingHost;

/** A command in a reserve is run as any other. */
class DockerReserveExecIT extends DockerExecIT {

    @Override
    Tinybox.Builder parts() {
        return super.parts().host(ReservingHost.of(new LocalHostProvider()));
    }
}
