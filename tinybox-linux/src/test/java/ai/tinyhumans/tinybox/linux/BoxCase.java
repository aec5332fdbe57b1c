package ai.tinyhumans.tinybox.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A workspace and a place outside of it for each test, and nothing left of their boxes after it. */
@ExtendWith(LeakCheck.class)
public abstract class BoxCase {

    private static final AtomicInteger NAPS = new AtomicInteger();

    /** The workspace of the test's boxes. */
    @TempDir(cleanup = CleanupMode.ALWAYS)
    protected Path workspace;

    /** A directory of the host that no box is given. */
    @TempDir(cleanup = CleanupMode.ALWAYS)
    protected Path outside;

    /** Makes the test's boxes. */
    protected Tinybox tinybox;

    /** Where the sandbox to test is. */
    protected abstract Placement placement();

    @BeforeEach
    final void openTinybox() throws IOException {
        tinybox = parts().build();
        workspace = workspace.toRealPath();
        outside = outside.toRealPath();
    }

    @AfterEach
    final void closeTinybox() {
        tinybox.close();
    }

    /** What the tinybox is made of, for a case that wants it otherwise. */
    protected Tinybox.Builder parts() {
        return Tinybox.builder();
    }

    /** What of the host a box is given besides, and what not, unless a test says otherwise. */
    protected Grants grants() {
        return Grants.NONE;
    }

    /** A box of the workspace that accepts what the sandbox does not enforce. */
    protected final BoxSpec.Builder spec() {
        BoxSpec.Builder spec = BoxSpec.builder(placement(), WorkspaceSource.localDir(workspace))
                .grants(grants());
        SandboxCapabilities declared = tinybox.capabilities(placement());
        for (Constraint constraint : Constraint.values()) {
            if (declared.enforcement(constraint) != Enforcement.ENFORCED) {
                spec.accept(constraint);
            }
        }
        return spec;
    }

    /** Makes such a box. */
    protected final Box create() throws InterruptedException {
        return tinybox.create(spec().build());
    }

    /** Makes one with other grants. */
    protected final Box box(Grants grants) throws InterruptedException {
        return tinybox.create(spec().grants(grants).build());
    }

    /** Runs a shell script in a box of its own. */
    protected final ExecResult run(String script, String... arguments) throws InterruptedException {
        try (Box box = create()) {
            return box.exec(sh(script, arguments));
        }
    }

    /** A shell script; its arguments are {@code $1} and so on. */
    protected static Command sh(String script, String... arguments) {
        List<String> argv = new ArrayList<>(List.of("sh", "-c", script, "sh"));
        argv.addAll(List.of(arguments));
        return Command.of(argv).timeout(Duration.ofSeconds(60));
    }

    /** A Python program; its arguments are {@code sys.argv[1]} and so on. */
    protected static Command python(String program, String... arguments) {
        List<String> argv = new ArrayList<>(List.of("/usr/bin/python3", "-c", program));
        argv.addAll(List.of(arguments));
        return Command.of(argv).timeout(Duration.ofSeconds(60));
    }

    /** An argument for sleep, an hour and a fraction, that no other program has. */
    protected static String nap() {
        return String.format("3600.%d%04d", ProcessHandle.current().pid(), NAPS.incrementAndGet());
    }

    /** Waits until a program with this argument runs. */
    protected static void awaitRunning(String argument) {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> !Processes.withArgument(argument).isEmpty());
    }

    /** Checks that no program with this argument is alive at this moment. */
    protected static void assertGone(String argument) {
        assertThat(Processes.withArgument(argument)).as("processes left").isEmpty();
    }

    /** Writes a file outside the workspace. */
    protected final Path secret(String name) throws IOException {
        return Files.writeString(outside.resolve(name), "the secret\n");
    }
}
