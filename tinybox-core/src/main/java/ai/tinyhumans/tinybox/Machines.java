package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.spi.HostScheme;
import java.util.Map;

/** The hosts there are: those that have a provider, and those an address leads to. Immutable. */
final class Machines {

    /** This machine. */
    static final HostRef HERE = new HostRef("local");

    private final Providers<HostProvider> named;
    private final Providers<HostScheme> schemes;

    Machines(Providers<HostProvider> named, Providers<HostScheme> schemes) {
        this.named = named;
        this.schemes = schemes;
    }

    Map<String, HostProvider> all() {
        return named.all();
    }

    /**
     * Finds the provider of a host.
     *
     * @throws TinyboxException {@code provider.unknown}; {@code argument.invalid} if it is an address that cannot be read
     */
    HostProvider provider(HostRef host) {
        HostProvider registered = named.all().get(host.value());
        if (registered == null && host.scheme().isPresent()) {
            return schemes.get(host.scheme().get()).at(host, named.get(HERE.value()));
        }
        return registered == null ? named.get(host.value()) : registered;
    }
}
