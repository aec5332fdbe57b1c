package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.host.local.LocalHostProvider;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import ai.tinyhumans.tinybox.testkit.ReservingHost;

/** A command in a reserve is ended as any other. */
@Requires(Facility.BUBBLEWRAP)
class NamespaceReserveAbuseIT extends NamespaceAbuseIT {

    @Override
    protected Tinybox.Builder parts() {
        return super.parts().host(ReservingHost.of(new LocalHostProvider()));
    }
}
