package ai.tinyhumans.tinybox.passthrough;

import ai.tinyhumans.tinybox.spec.SandboxRef;
import ai.tinyhumans.tinybox.spi.Finding;
import ai.tinyhumans.tinybox.spi.Probe;
import ai.tinyhumans.tinybox.spi.Sandbox;
import ai.tinyhumans.tinybox.spi.SandboxContext;
import ai.tinyhumans.tinybox.spi.SandboxProvider;

/** Makes sandboxes that confine nothing, on any host: whatever the host can reach, its code can. */
public final class PassthroughProvider implements SandboxProvider {

    /** Makes the provider; {@link java.util.ServiceLoader} does. */
    public PassthroughProvider() {}

    @Override
    public SandboxRef name() {
        return new SandboxRef("passthrough");
    }

    @Override
    public Probe probe(SandboxContext context) {
        return Probe.of(new Finding.Usable("confinement", "none, and none is claimed"));
    }

    @Override
    public Sandbox open(SandboxContext context) {
        return new PassthroughSandbox(context.host());
    }
}
