package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.capability.Capability;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.capability.SnapshotSupport;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import ai.tinyhumans.tinybox.testkit.SandboxContract;
import java.util.Map;
import java.util.Set;

@Requires(Facility.LAUNCH)
class PassthroughContractIT extends SandboxContract {

    @Override
    protected Placement placement() {
        return Placement.of("local", "passthrough");
    }

    @Override
    protected SandboxCapabilities declared() {
        return new SandboxCapabilities(IsolationLevel.NONE, SnapshotSupport.NONE, Set.of(Capability.DETACH), Map.of());
    }
}
