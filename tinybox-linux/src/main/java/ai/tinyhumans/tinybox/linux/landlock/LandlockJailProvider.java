package ai.tinyhumans.tinybox.linux.landlock;

import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.Jail;
import ai.tinyhumans.tinybox.spi.JailProvider;

/** Makes the jail {@code landlock}, for single commands of a box that confines nothing itself. */
public final class LandlockJailProvider implements JailProvider {

    /** Makes the provider; {@link java.util.ServiceLoader} does. */
    public LandlockJailProvider() {}

    @Override
    public String name() {
        return LandlockJail.NAME;
    }

    @Override
    public Jail open(Host host) {
        return new LandlockJail(LandlockSupport.of(host));
    }
}
