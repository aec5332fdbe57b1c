package ai.tinyhumans.tinybox.testkit;

import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Lifetime;
import ai.tinyhumans.tinybox.spi.Passage;
import ai.tinyhumans.tinybox.spi.Probe;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import ai.tinyhumans.tinybox.spi.ProcessTable;
import ai.tinyhumans.tinybox.spi.Reserve;
import ai.tinyhumans.tinybox.spi.WorkspaceFiles;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A real host, but for what a test overrides. */
public abstract class HostLike implements Host {

    private final Host host;

    /** Makes one; the host is closed with it. */
    protected HostLike(Host host) {
        this.host = host;
    }

    /** A provider by the name of another, whose hosts are made of that one's. */
    public static HostProvider provider(HostProvider real, UnaryOperator<Host> change) {
        return new HostProvider() {
            @Override
            public HostRef name() {
                return real.name();
            }

            @Override
            public Probe probe() {
                return real.probe();
            }

            @Override
            public Host open() {
                return change.apply(real.open());
            }
        };
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
    public HostProcess start(Launch launch, ProcessListener listener) {
        return host.start(launch, listener);
    }

    @Override
    public Optional<Reserve> reserve(LaunchPlan plan, Supplier<String> markers, BooleanSupplier wanted) {
        return host.reserve(plan, markers, wanted);
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
