package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.host.local.LocalHostProvider;
import ai.tinyhumans.tinybox.testkit.ReservingHost;

/** What waits for a command, by each shell that may be {@code sh} there. */
class DockerReserveShellsIT extends DockerShellsIT {

    @Override
    Tinybox.Builder parts() {
        return super.parts().host(ReservingHost.of(new LocalHostProvider()));
    }
}
