package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.BoxSpec;
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
import java.util.Optional;

/** A sandbox without confinement that does nothing by itself, for tests to override. */
abstract class BareSandbox implements SandboxProvider, Sandbox {

    private final SandboxRef name;

    BareSandbox(String name) {
        this.name = new SandboxRef(name);
    }

    BoxSpec.Builder spec(Path directory) {
        return BoxSpec.builder(Placement.of("local", name.value()), WorkspaceSource.localDir(directory))
                .network(NetworkPolicy.open())
                .accept(Constraint.values());
    }

    @Override
    public SandboxRef name() {
        return name;
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
        return SandboxCapabilities.NOTHING;
    }

    @Override
    public void create(BoxRecord box) {
        // there is nothing to make
    }

    @Override
    public LaunchPlan plan(BoxRecord box, Command command) {
        return LaunchPlan.of(command.argv(), command.env(), command.cwd().orElse("/"));
    }

    @Override
    public BoxState inspect(BoxRecord box) {
        return box.state();
    }

    @Override
    public void destroy(BoxRecord box) {
        // nor to remove
    }

    @Override
    public Optional<String> workspaceDirectory(BoxRecord box) {
        return Optional.of(box.spec().localDirectory());
    }
}
