package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.SandboxRef;
import ai.tinyhumans.tinybox.spi.Finding;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Probe;
import ai.tinyhumans.tinybox.spi.Sandbox;
import ai.tinyhumans.tinybox.spi.SandboxContext;
import ai.tinyhumans.tinybox.spi.SandboxProvider;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.BoxState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A sandbox that fails when told to, as no real one does on demand, and notes what it was asked. */
final class StubSandbox implements SandboxProvider, Sandbox {

    final List<String> asked = new ArrayList<>();
    private final String name;
    private final Map<BoxId, Integer> failingDestroys = new HashMap<>();
    private Optional<ErrorCode> createFailure = Optional.empty();
    private SandboxCapabilities capabilities = SandboxCapabilities.NOTHING;

    StubSandbox(String name) {
        this.name = name;
    }

    void declare(SandboxCapabilities newCapabilities) {
        capabilities = newCapabilities;
    }

    void failCreate(ErrorCode code) {
        createFailure = Optional.of(code);
    }

    void failDestroy(BoxId box, int times) {
        failingDestroys.put(box, times);
    }

    @Override
    public SandboxRef name() {
        return new SandboxRef(name);
    }

    @Override
    public Probe probe(SandboxContext context) {
        return Probe.of(new Finding.Usable("the stub", "always"));
    }

    @Override
    public Sandbox open(SandboxContext context) {
        return this;
    }

    @Override
    public SandboxCapabilities capabilities() {
        return capabilities;
    }

    @Override
    public void create(BoxRecord box) {
        asked.add("create " + box.id());
        createFailure.ifPresent(code -> {
            throw TinyboxException.of(code, "told to fail").build();
        });
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
        asked.add("destroy " + box.id());
        int left = failingDestroys.getOrDefault(box.id(), 0);
        if (left > 0) {
            failingDestroys.put(box.id(), left - 1);
            throw TinyboxException.of(ErrorCode.CLEANUP_FAILED, "told to fail").build();
        }
    }

    @Override
    public Optional<String> workspaceDirectory(BoxRecord box) {
        return Optional.empty();
    }
}
