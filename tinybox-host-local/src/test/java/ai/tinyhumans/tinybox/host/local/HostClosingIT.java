package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.HostClosingContract;
import ai.tinyhumans.tinybox.testkit.Requires;

@Requires(Facility.LAUNCH)
class HostClosingIT extends HostClosingContract {

    @Override
    protected HostProvider provider() {
        return new LocalHostProvider();
    }

    @Override
    protected int rounds() {
        return 50;
    }
}
