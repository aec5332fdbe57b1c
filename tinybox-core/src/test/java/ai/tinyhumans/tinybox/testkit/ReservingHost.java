package ai.tinyhumans.tinybox.testkit;

import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import ai.tinyhumans.tinybox.spi.Reserve;
import java.util.Optional;

/** A real host, but whatever can be started in advance is: each command runs in a reserve that was made for it. */
public final class ReservingHost extends HostLike {

    private ReservingHost(Host host) {
        super(host);
    }

    /** A provider of such hosts, by the name of the one that provides what they are made of. */
    public static HostProvider of(HostProvider real) {
        return provider(real, ReservingHost::new);
    }

    @Override
    public HostProcess start(Launch launch, ProcessListener listener) {
        Optional<Reserve> reserve = reserve(launch.plan(), launch::marker, () -> true);
        if (reserve.isEmpty()) {
            return super.start(launch, listener);
        }
        try (Reserve ready = reserve.get()) {
            return ready.start(launch, listener);
        }
    }
}
