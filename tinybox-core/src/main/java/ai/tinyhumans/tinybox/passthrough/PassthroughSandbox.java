package ai.tinyhumans.tinybox.passthrough;

import ai.tinyhumans.tinybox.capability.Capability;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.capability.SnapshotSupport;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Sandbox;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.BoxState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Runs a command as it is, in a directory of the host. */
final class PassthroughSandbox implements Sandbox {

    private static final SandboxCapabilities CAPABILITIES =
            new SandboxCapabilities(IsolationLevel.NONE, SnapshotSupport.NONE, Set.of(Capability.DETACH), Map.of());

    /** What a program needs to find its way: no token or key is kept in one of these. */
    private static final Set<String> INHERITED =
            Set.of("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "TZ", "TERM", "TMPDIR");

    private static final String INHERITED_PREFIX = "LC_";

    private final Host host;

    PassthroughSandbox(Host host) {
        this.host = host;
    }

    @Override
    public SandboxCapabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public void create(BoxRecord box) {
        try {
            host.openWorkspace(box.spec().localDirectory()).close(); // it is there, which is all there is to know
        } catch (TinyboxException e) {
            if (e.code() != ErrorCode.FILE_UNSUPPORTED) {
                throw e;
            }
        }
    }

    @Override
    public LaunchPlan plan(BoxRecord box, Command command) {
        String workspace = box.spec().localDirectory();
        String cwd = command.cwd()
                .map(directory -> directory.startsWith("/") ? directory : workspace + "/" + directory)
                .orElse(workspace);
        Env env = inherited().plus(box.spec().env()).plus(command.env());
        return LaunchPlan.of(command.argv(), env, cwd);
    }

    private Env inherited() {
        Map<String, String> kept = new LinkedHashMap<>();
        host.environment().variables().forEach((name, value) -> {
            if (INHERITED.contains(name) || name.startsWith(INHERITED_PREFIX)) {
                kept.put(name, value);
            }
        });
        return new Env(kept);
    }

    @Override
    public BoxState inspect(BoxRecord box) {
        return box.state();
    }

    @Override
    public void destroy(BoxRecord box) {
        // the directory is the caller's, and there is nothing else
    }

    @Override
    public Optional<String> workspaceDirectory(BoxRecord box) {
        return Optional.of(box.spec().localDirectory());
    }
}
