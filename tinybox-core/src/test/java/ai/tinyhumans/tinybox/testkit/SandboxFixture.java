package ai.tinyhumans.tinybox.testkit;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.store.MemoryStore;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A tinybox for each contract test of a sandbox, and nothing left of it after the test. */
@ExtendWith(LeakCheck.class)
abstract class SandboxFixture {

    @TempDir
    protected Path workspace;

    final MemoryStore store = new MemoryStore();
    protected Tinybox tinybox;

    /** Where the sandbox to test is. */
    protected abstract Placement placement();

    /** What the sandbox must declare here, no more and no less. */
    protected abstract SandboxCapabilities declared();

    /** What a box starts from: the workspace, unless a sandbox needs something else. */
    protected WorkspaceSource source() {
        return WorkspaceSource.localDir(workspace);
    }

    /** The tinybox under test, before its store is set: with the providers that are found, unless some are registered. */
    protected Tinybox.Builder tinyboxBuilder() {
        return Tinybox.builder();
    }

    @BeforeEach
    void openTinybox() {
        tinybox = tinyboxBuilder().store(store).build();
    }

    @AfterEach
    void closeTinybox() {
        tinybox.close();
    }

    /** What of the host a box is given besides, and what not. */
    protected Grants grants() {
        return Grants.NONE;
    }

    /** A box that accepts whatever the sandbox does not enforce. */
    protected final BoxSpec.Builder lenient() {
        BoxSpec.Builder spec = BoxSpec.builder(placement(), source()).grants(grants());
        for (Constraint constraint : Constraint.values()) {
            if (declared().enforcement(constraint) != Enforcement.ENFORCED) {
                spec.accept(constraint);
            }
        }
        return spec;
    }

    protected final Box create() throws InterruptedException {
        return tinybox.create(lenient().build());
    }
}
