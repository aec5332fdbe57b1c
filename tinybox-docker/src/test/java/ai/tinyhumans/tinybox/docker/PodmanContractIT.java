package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.capability.Capability;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Boxes of podman do what boxes of docker do; what it cannot do as this user is refused. */
@Requires({Facility.LAUNCH, Facility.PODMAN})
class PodmanContractIT extends DockerContract {

    @Override
    protected Tinybox.Builder tinyboxBuilder() {
        return super.tinyboxBuilder().host(Engine.PODMAN.host().orElseThrow());
    }

    @Override
    protected SandboxCapabilities declared() {
        SandboxCapabilities all = super.declared();
        Map<Constraint, Enforcement> constraints = new EnumMap<>(all.constraints());
        for (Constraint limit : Set.of(Constraint.CPU, Constraint.MEMORY, Constraint.PIDS)) {
            if (!Podman.limits().contains(limit)) {
                constraints.put(limit, Enforcement.UNSUPPORTED);
            }
        }
        Set<Capability> extras = EnumSet.copyOf(all.extras());
        if (!Podman.pauses()) {
            extras.remove(Capability.PAUSE_RESUME);
        }
        if (Podman.isRootless()) {
            extras.remove(Capability.PORT_FORWARD);
        }
        return new SandboxCapabilities(all.isolation(), all.snapshot(), extras, constraints);
    }
}
