package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.host.local.LocalHostProvider;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import ai.tinyhumans.tinybox.spi.Reserve;
import ai.tinyhumans.tinybox.testkit.HostLike;
import java.util.Optional;

/** This machine, but whatever can be started in advance is: each command runs in a reserve that was made for it. */
final class ReservingHost extends HostLike {

    private ReservingHost(Host host) {
        super(host);
    }

    /** The provider of such hosts, by the name of the usual one. */
    static HostProvider provider() {
        return provider(new LocalHostProvider(), ReservingHost::new);
    }

    @Override
    public HostProcess start(Launch launch, ProcessListener listener) {
        Optional<Reserve> reserve = reserve(launch.plan());
        if (reserve.isEmpty()) {
            return super.start(launch, listener);
        }
        try (Reserve ready = reserve.get()) {
            return ready.start(launch, listener);
        }
    }
}
