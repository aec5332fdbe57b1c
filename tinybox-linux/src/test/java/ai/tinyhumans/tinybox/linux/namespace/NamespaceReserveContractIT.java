package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.host.local.LocalHostProvider;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import ai.tinyhumans.tinybox.testkit.ReservingHost;

/** A command in a reserve keeps what every command must. */
@Requires(Facility.BUBBLEWRAP)
class NamespaceReserveContractIT extends NamespaceContractIT {

    @Override
    protected Tinybox.Builder tinyboxBuilder() {
        return super.tinyboxBuilder().host(ReservingHost.of(new LocalHostProvider()));
    }
}
