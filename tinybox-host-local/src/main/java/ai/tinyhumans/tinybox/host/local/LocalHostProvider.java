package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.spi.Probe;

/**
 * The host {@code local}: this machine. On 64-bit Linux it starts processes; elsewhere boxes on it can be recorded and
 * removed, and running something in one is refused by name.
 */
public final class LocalHostProvider implements HostProvider {

    /** Makes the provider; {@link java.util.ServiceLoader} does. */
    public LocalHostProvider() {}

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
        return new LocalHost();
    }
}
