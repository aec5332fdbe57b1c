package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.linux.cgroup.Cgroups;
import ai.tinyhumans.tinybox.spec.SandboxRef;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.Probe;
import ai.tinyhumans.tinybox.spi.Sandbox;
import ai.tinyhumans.tinybox.spi.SandboxContext;
import ai.tinyhumans.tinybox.spi.SandboxProvider;

/** Makes sandboxes that run each command in namespaces of its own, by the program {@code bwrap} of the host. */
public final class NamespaceProvider implements SandboxProvider {

    private final String bubblewrap;

    /** Makes the provider; {@link java.util.ServiceLoader} does. */
    public NamespaceProvider() {
        this("bwrap");
    }

    /** Makes one for another program than the one on the host's {@code PATH}. */
    NamespaceProvider(String bubblewrap) {
        this.bubblewrap = bubblewrap;
    }

    @Override
    public SandboxRef name() {
        return new SandboxRef("namespace");
    }

    @Override
    public Probe probe(SandboxContext context) {
        return new NamespaceProbe(context, bubblewrap).run();
    }

    @Override
    public Sandbox open(SandboxContext context) {
        return new NamespaceSandbox(context.host(), bubblewrap, cgroups(context.host()));
    }

    /** Control groups are files of the machine the programs run on. */
    static Cgroups cgroups(Host host) {
        return host.takesRestrictions()
                ? Cgroups.ofThisProcess()
                : Cgroups.none("the host is not the machine this process runs on");
    }
}
