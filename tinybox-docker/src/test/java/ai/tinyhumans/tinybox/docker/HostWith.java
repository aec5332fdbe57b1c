package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.Lifetime;
import ai.tinyhumans.tinybox.spi.Passage;
import ai.tinyhumans.tinybox.spi.Probe;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import ai.tinyhumans.tinybox.spi.ProcessTable;
import ai.tinyhumans.tinybox.spi.WorkspaceFiles;
import java.util.Map;
import java.util.ServiceLoader;

/** The local host as a user would have it whose environment has other variables: another daemon, another {@code docker}. */
record HostWith(HostProvider local, Env variables) implements HostProvider {

    static HostWith variables(Map<String, String> variables) {
        HostProvider local = ServiceLoader.load(HostProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.name().value().equals("local"))
                .findFirst()
                .orElseThrow();
        return new HostWith(local, new Env(variables));
    }

    @Override
    public HostRef name() {
        return local.name();
    }

    @Override
    public Probe probe() {
        return local.probe();
    }

    @Override
    public Host open() {
        return new Changed(local.open(), variables);
    }

    private record Changed(Host host, Env variables) implements Host {

        @Override
        public Env environment() {
            return host.environment().plus(variables);
        }

        @Override
        public String newMarker(Lifetime lifetime) {
            return host.newMarker(lifetime);
        }

        @Override
        public HostProcess start(Launch launch, ProcessListener listener) {
            return host.start(launch, listener);
        }

        @Override
        public ProcessTable processes() {
            return host.processes();
        }

        @Override
        public WorkspaceFiles openWorkspace(String root) {
            return host.openWorkspace(root);
        }

        @Override
        public Passage forward(int port) {
            return host.forward(port);
        }

        @Override
        public void close() {
            host.close();
        }
    }
}
