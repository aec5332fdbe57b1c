package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.host.local.syscall.OldSpawner;
import ai.tinyhumans.tinybox.host.local.syscall.PollPoller;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.spi.Probe;

/** This machine as if its kernel and C library were older: poll instead of epoll, no handles on processes, no closefrom. */
final class OldMachine implements HostProvider {

    @Override
    public HostRef name() {
        return new HostRef("local");
    }

    @Override
    public Probe probe() {
        return LaunchProbe.run();
    }

    @Override
    public Host open() {
        return new LocalHost(new Means(PollPoller::new, OldSpawner::make, () -> false));
    }
}
