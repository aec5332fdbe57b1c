package ai.tinyhumans.tinybox.linux.landlock;

import ai.tinyhumans.tinybox.spec.SandboxRef;
import ai.tinyhumans.tinybox.spi.Probe;
import ai.tinyhumans.tinybox.spi.Sandbox;
import ai.tinyhumans.tinybox.spi.SandboxContext;
import ai.tinyhumans.tinybox.spi.SandboxProvider;

/**
 * Makes the sandbox {@code landlock}: programs share this machine with the host's and reach none of its files but those of
 * the system, their workspace and what is granted. It needs no program and no privilege, and works on host {@code local}.
 */
public final class LandlockProvider implements SandboxProvider {

    /** Makes the provider; {@link java.util.ServiceLoader} does. */
    public LandlockProvider() {}

    @Override
    public SandboxRef name() {
        return new SandboxRef(LandlockJail.NAME);
    }

    @Override
    public Probe probe(SandboxContext context) {
        return new LandlockProbe(LandlockSupport.of(context.host())).run(context);
    }

    @Override
    public Sandbox open(SandboxContext context) {
        return new LandlockSandbox(context.host(), LandlockSupport.of(context.host()));
    }
}
