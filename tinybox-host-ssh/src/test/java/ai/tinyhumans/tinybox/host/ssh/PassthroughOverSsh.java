package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.capability.Capability;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.capability.SnapshotSupport;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.testkit.SandboxContract;
import java.util.Map;
import java.util.Set;

/** The sandbox that confines nothing, on the other side of ssh: no code is for the pair. */
abstract class PassthroughOverSsh extends SandboxContract {

    /** The host, by the name {@code ssh}. */
    abstract HostProvider host();

    @Override
    protected Tinybox.Builder tinyboxBuilder() {
        return Tinybox.builder().host(host());
    }

    @Override
    protected Placement placement() {
        return Placement.of("ssh", "passthrough");
    }

    @Override
    protected SandboxCapabilities declared() {
        return new SandboxCapabilities(IsolationLevel.NONE, SnapshotSupport.NONE, Set.of(Capability.DETACH), Map.of());
    }
}
