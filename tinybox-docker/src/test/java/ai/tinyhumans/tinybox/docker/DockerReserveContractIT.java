package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.host.local.LocalHostProvider;
import ai.tinyhumans.tinybox.testkit.ReservingHost;

/** A command in a reserve keeps what every command must. */
class DockerReserveContractIT extends DockerImageContractIT {

    @Override
    protected Tinybox.Builder tinyboxBuilder() {
        return super.tinyboxBuilder().host(ReservingHost.of(new LocalHostProvider()));
    }
}
