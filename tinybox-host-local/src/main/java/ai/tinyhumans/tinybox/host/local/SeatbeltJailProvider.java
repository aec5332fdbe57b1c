package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.Jail;
import ai.tinyhumans.tinybox.spi.JailProvider;

/**
 * Makes the jail {@code seatbelt} of macOS. It was never run: its profiles are tested as text, and the local host starts no
 * programs on macOS yet.
 */
public final class SeatbeltJailProvider implements JailProvider {

    /** Makes the provider; {@link java.util.ServiceLoader} does. */
    public SeatbeltJailProvider() {}

    @Override
    public String name() {
        return SeatbeltJail.NAME;
    }

    @Override
    public Jail open(Host host) {
        return new SeatbeltJail(host);
    }
}
