package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.host.local.LocalHostProvider;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import ai.tinyhumans.tinybox.testkit.ReservingHost;

/** Ordinary programs run in a reserve as anywhere. */
@Requires(Facility.BUBBLEWRAP)
class NamespaceReserveWorkloadIT extends NamespaceWorkloadIT {

    @Override
    protected Tinybox.Builder parts() {
        return super.parts().host(ReservingHost.of(new LocalHostProvider()));
    }
}
