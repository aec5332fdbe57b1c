package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.testkit.HostLike;
import java.util.Map;
import java.util.ServiceLoader;

/** The local host as a user would have it whose environment has other variables: another daemon, another {@code docker}. */
final class HostWith extends HostLike {

    private final Env variables;

    private HostWith(Host host, Env variables) {
        super(host);
        this.variables = variables;
    }

    static HostProvider variables(Map<String, String> variables) {
        HostProvider local = ServiceLoader.load(HostProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.name().value().equals("local"))
                .findFirst()
                .orElseThrow();
        return provider(local, host -> new HostWith(host, new Env(variables)));
    }

    @Override
    public Env environment() {
        return super.environment().plus(variables);
    }
}
