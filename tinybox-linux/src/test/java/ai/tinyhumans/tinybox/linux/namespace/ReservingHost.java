package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.host.local.LocalHostProvider;
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
import ai.tinyhumans.tinybox.spi.Reserve;
import ai.tinyhumans.tinybox.spi.WorkspaceFiles;
import java.util.Optional;

/** This machine, but whatever can be started in advance is: each command runs in a reserve that was made for it. */
final class ReservingHost implements Host {

    private final Host host;

    private ReservingHost(Host host) {
        this.host = host;
    }

    /** The provider of such hosts, by the name of the usual one. */
    static HostProvider provider() {
        LocalHostProvider local = new LocalHostProvider();
        return new HostProvider() {
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
                return new ReservingHost(local.open());
            }
        };
    }

    @Override
    public HostProcess start(Launch launch, ProcessListener listener) {
        Optional<Reserve> reserve = host.reserve(launch.plan());
        if (reserve.isEmpty()) {
            return host.start(launch, listener);
        }
        try (Reserve ready = reserve.get()) {
            return ready.start(launch, listener);
        }
    }

    @Override
    public Env environment() {
        return host.environment();
    }

    @Override
    public String newMarker(Lifetime lifetime) {
        return host.newMarker(lifetime);
    }

    @Override
    public boolean takesRestrictions() {
        return host.takesRestrictions();
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
