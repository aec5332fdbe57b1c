package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;

/** Ordinary programs run in a reserve as anywhere. */
@Requires(Facility.BUBBLEWRAP)
class NamespaceReserveWorkloadIT extends NamespaceWorkloadIT {

    @Override
    protected Tinybox.Builder parts() {
        return super.parts().host(ReservingHost.provider());
    }
}
