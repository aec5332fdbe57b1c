package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.HostContract;
import ai.tinyhumans.tinybox.testkit.Requires;

@Requires(Facility.LAUNCH)
class LocalHostContractIT extends HostContract {

    @Override
    protected HostProvider provider() {
        return new LocalHostProvider();
    }
}
