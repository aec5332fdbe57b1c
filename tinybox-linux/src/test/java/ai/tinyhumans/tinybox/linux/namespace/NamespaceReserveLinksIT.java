package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.host.local.LocalHostProvider;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import ai.tinyhumans.tinybox.testkit.ReservingHost;

/** Links are held in a reserve as they are without one. */
@Requires(Facility.BUBBLEWRAP)
class NamespaceReserveLinksIT extends LinksIT {

    @Override
    protected Tinybox.Builder parts() {
        return super.parts().host(ReservingHost.of(new LocalHostProvider()));
    }
}
