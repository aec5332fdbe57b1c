package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.host.local.LocalHostProvider;
import ai.tinyhumans.tinybox.testkit.ReservingHost;

/** What others do to a box is told of a command in a reserve as of any other. */
class DockerReserveFaultsIT extends DockerFaultsIT {

    @Override
    Tinybox.Builder parts() {
        return super.parts().host(ReservingHost.of(new LocalHostProvider()));
    }
}
