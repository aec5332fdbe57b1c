package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.capability.Capability;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.capability.SnapshotSupport;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.Lifecycle;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.SandboxRef;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Probe;
import ai.tinyhumans.tinybox.spi.Sandbox;
import ai.tinyhumans.tinybox.spi.SandboxContext;
import ai.tinyhumans.tinybox.spi.SandboxProvider;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.BoxState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A sandbox without confinement that fails to destroy certain boxes once. */
final class FlakySandbox implements SandboxProvider, Sandbox {

    private final Set<BoxId> failing = new HashSet<>();

    void failOnceOn(BoxId box) {
        failing.add(box);
    }

    BoxSpec spec(Path directory, Duration ttl) {
        return BoxSpec.builder(Placement.of("local", "flaky"), WorkspaceSource.localDir(directory))
                .network(NetworkPolicy.open())
                .accept(Constraint.values())
                .lifecycle(Lifecycle.ephemeral(ttl))
                .build();
    }

    @Override
    public SandboxRef name() {
        return new SandboxRef("flaky");
    }

    @Override
    public Probe probe(SandboxContext context) {
        return Probe.of();
    }

    @Override
    public Sandbox open(SandboxContext context) {
        return this;
    }

    @Override
    public SandboxCapabilities capabilities() {
        return new SandboxCapabilities(IsolationLevel.NONE, SnapshotSupport.NONE, Set.<Capability>of(), Map.of());
    }

    @Override
    public void create(BoxRecord box) {
        // there is nothing to make
    }

    @Override
    public LaunchPlan plan(BoxRecord box, Command command) {
        return LaunchPlan.of(command.argv(), Env.EMPTY, "/");
    }

    @Override
    public BoxState inspect(BoxRecord box) {
        return box.state();
    }

    @Override
    public void destroy(BoxRecord box) {
        if (failing.remove(box.id())) {
            throw TinyboxException.of(ErrorCode.CLEANUP_FAILED, "box '" + box.id() + "' does not go away")
                    .build();
        }
    }

    @Override
    public Optional<String> workspaceDirectory(BoxRecord box) {
        return Optional.empty();
    }
}
