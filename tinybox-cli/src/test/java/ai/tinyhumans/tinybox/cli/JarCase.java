package ai.tinyhumans.tinybox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The real jar with a store of its own, in which nothing is left after the test. */
@Requires(Facility.LAUNCH)
@ExtendWith(LeakCheck.class)
@Timeout(600)
abstract class JarCase {

    @TempDir
    Path scratch;

    Jar jar;

    @BeforeEach
    void chooseAStore() {
        jar = Jar.in(scratch);
    }

    @AfterEach
    void nothingIsLeft() throws IOException, InterruptedException {
        assertThat(Jar.in(scratch).json("ls", "--json").get("boxes")).isEmpty();
        assertThat(workspaces()).isEqualTo(0);
    }

    /** How many directories tinybox has made for boxes and not removed. */
    final long workspaces() throws IOException {
        Path directory = jar.store().resolve("workspaces");
        if (!Files.exists(directory)) {
            return 0;
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.count();
        }
    }

    /** Runs a program in a box of its own on passthrough. */
    final Jar.Done run(String... program) throws IOException, InterruptedException {
        return jar.run(passthrough(program));
    }

    /** The arguments that do so. */
    static String[] passthrough(String... program) {
        return Stream.concat(Stream.of("run", "--sandbox", "passthrough"), Stream.of(program))
                .toArray(String[]::new);
    }

    /** Makes a box on passthrough. */
    final String create(String... options) throws IOException, InterruptedException {
        return jar.ok(Stream.concat(Stream.of("create", "--sandbox", "passthrough"), Stream.of(options))
                        .toArray(String[]::new))
                .strip();
    }
}
