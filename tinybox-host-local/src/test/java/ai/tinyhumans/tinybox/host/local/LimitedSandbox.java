package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.SandboxRef;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Probe;
import ai.tinyhumans.tinybox.spi.Quota;
import ai.tinyhumans.tinybox.spi.Sandbox;
import ai.tinyhumans.tinybox.spi.SandboxContext;
import ai.tinyhumans.tinybox.spi.SandboxProvider;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.BoxState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A sandbox whose commands are under limits that do what a test says, and that counts what is taken and given back. */
final class LimitedSandbox implements SandboxProvider, Sandbox, Quota {

    private final List<Exit.LimitHit> hits;
    private int taken;
    private int givenBack;

    LimitedSandbox(Exit.LimitHit... hits) {
        this.hits = List.of(hits);
    }

    int taken() {
        return taken;
    }

    int givenBack() {
        return givenBack;
    }

    static BoxSpec spec(Path directory) {
        return BoxSpec.builder(Placement.of("local", "limited"), WorkspaceSource.localDir(directory))
                .network(NetworkPolicy.open())
                .accept(Constraint.values())
                .build();
    }

    @Override
    public SandboxRef name() {
        return new SandboxRef("limited");
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
    public void create(BoxRecord box) {}

    @Override
    public LaunchPlan plan(BoxRecord box, Command command) {
        return LaunchPlan.of(command.argv(), command.env(), command.cwd().orElse("/"))
                .limitedBy(this);
    }

    @Override
    public Share take() {
        taken++;
        return new Share() {
            @Override
            public LaunchPlan place(LaunchPlan plan) {
                List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", "echo placed; exec \"$@\"", "sh"));
                argv.addAll(plan.argv());
                return plan.withArgv(argv);
            }

            @Override
            public List<Exit.LimitHit> giveBack() {
                givenBack++;
                return hits;
            }
        };
    }

    @Override
    public BoxState inspect(BoxRecord box) {
        return box.state();
    }

    @Override
    public void destroy(BoxRecord box) {}

    @Override
    public Optional<String> workspaceDirectory(BoxRecord box) {
        return Optional.of(box.spec().localDirectory());
    }
}
