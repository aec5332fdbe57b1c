package ai.tinyhumans.tinybox.linux.landlock;

import ai.tinyhumans.tinybox.capability.Capability;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.capability.SnapshotSupport;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Sandbox;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.BoxState;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Runs each command of a box in a jail around its workspace and a directory for temporary files. */
final class LandlockSandbox implements Sandbox {

    private static final String PATH = "/usr/local/bin:/usr/bin:/bin";

    private final Host host;
    private final LandlockSupport support;
    private final LandlockJail jail;

    LandlockSandbox(Host host, LandlockSupport support) {
        this.host = host;
        this.support = support;
        this.jail = new LandlockJail(support);
    }

    @Override
    public SandboxCapabilities capabilities() {
        return new SandboxCapabilities(
                support.isolation(), SnapshotSupport.NONE, Set.of(Capability.DETACH), support.constraints());
    }

    @Override
    public void create(BoxRecord box) {
        String workspace = box.spec().localDirectory();
        Scratch scratch = Scratch.of(box, workspace);
        LandlockRestriction restriction = restriction(box, workspace, scratch);
        host.openWorkspace(workspace).close(); // it is there, and a directory
        scratch.make();
        try {
            restriction.check();
        } catch (TinyboxException e) {
            scratch.remove(host);
            throw e;
        }
    }

    @Override
    public LaunchPlan plan(BoxRecord box, Command command) {
        String workspace = box.spec().localDirectory();
        Scratch scratch = Scratch.of(box, workspace);
        String cwd = command.cwd()
                .map(directory -> directory.startsWith("/") ? directory : workspace + "/" + directory)
                .orElse(workspace);
        Env env = new Env(Map.of("PATH", PATH, "HOME", workspace, "LANG", "C.UTF-8", "TMPDIR", scratch.path()))
                .plus(box.spec().env())
                .plus(command.env());
        return LaunchPlan.of(command.argv(), env, cwd).restrictedBy(restriction(box, workspace, scratch));
    }

    private LandlockRestriction restriction(BoxRecord box, String workspace, Scratch scratch) {
        BoxSpec spec = box.spec();
        return jail.restriction(
                workspace,
                spec.grants().writable(scratch.path()),
                spec.network(),
                spec.accepted().contains(Constraint.NETWORK));
    }

    @Override
    public BoxState inspect(BoxRecord box) {
        return box.state();
    }

    @Override
    public void destroy(BoxRecord box) {
        Scratch.of(box, box.spec().localDirectory()).remove(host);
    }

    @Override
    public Optional<String> workspaceDirectory(BoxRecord box) {
        return Optional.of(box.spec().localDirectory());
    }
}
