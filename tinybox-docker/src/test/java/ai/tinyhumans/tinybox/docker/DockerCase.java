package ai.tinyhumans.tinybox.docker;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A tinybox whose boxes are containers of a namespace of their own, of which none is left after the test. */
@Requires({Facility.LAUNCH, Facility.DOCKER})
@ExtendWith(LeakCheck.class)
abstract class DockerCase {

    static final Placement DOCKER = Placement.of("local", "docker");

    /** What the containers of these tests are called, before the name of their box. */
    static final String NAMES = "tinybox-cases-";

    @TempDir
    Path workspace;

    Tinybox tinybox;

    @BeforeEach
    void openTinybox() {
        tinybox = parts().build();
    }

    /** What the tinybox is made of. */
    Tinybox.Builder parts() {
        Tinybox.Builder parts = Tinybox.builder().sandbox(new DockerProvider("cases"));
        return engine().host().map(parts::host).orElse(parts);
    }

    /** What makes these boxes. */
    Engine engine() {
        return Engine.DOCKER;
    }

    @AfterEach
    void closeTinybox() throws InterruptedException {
        tinybox.close();
        assertThat(docker("ps", "--all", "--quiet", "--filter", "name=" + NAMES))
                .as("containers left")
                .isEmpty();
    }

    static BoxSpec.Builder of(WorkspaceSource source) {
        return BoxSpec.builder(DOCKER, source).accept(Constraint.DISK);
    }

    /** A box that accepts what is not enforced here. */
    final BoxSpec.Builder lenient(WorkspaceSource source) {
        return engine().lenient().apply(of(source));
    }

    final BoxSpec.Builder directory() {
        return lenient(WorkspaceSource.localDir(workspace));
    }

    final BoxSpec.Builder image(String reference) {
        return lenient(WorkspaceSource.ociImage(reference));
    }

    static Command sh(String script) {
        return Command.of("sh", "-c", script);
    }

    static ExecResult run(Box box, String script) throws InterruptedException {
        return box.exec(sh(script));
    }

    static String container(Box box) {
        return NAMES + box.id();
    }

    /** Runs the engine's command beside tinybox, as somebody else would; returns its output, both streams together. */
    final String docker(String... arguments) throws InterruptedException {
        return call(engine().command(), arguments);
    }

    static String call(String command, String... arguments) throws InterruptedException {
        List<String> argv = new ArrayList<>(List.of(command));
        argv.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(argv).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return output.strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
