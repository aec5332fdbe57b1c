package ai.tinyhumans.tinybox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.bus.json.Json;
import ai.tinyhumans.tinybox.spec.Text;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** The runnable jar, started as a user starts it, with a store of its own. */
final class Jar {

    /** What each box of defaults on passthrough says of itself. */
    static final String NOTE =
            "tinybox: local/passthrough does not enforce the defaults of network, cpu, memory, pids, disk\n";

    private static final Path FILE = Path.of("target", "tinybox.jar").toAbsolutePath();

    private final Path scratch;
    private final Map<String, String> environment = new TreeMap<>();
    private List<String> launcher = List.of();
    private String java =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private List<String> options = List.of("-XX:TieredStopAtLevel=1"); // compiled as little as possible
    private List<String> target = List.of("-jar", FILE.toString());
    private String stdin = "";

    private Jar(Path scratch) {
        this.scratch = scratch;
        env("TINYBOX_STATE_DIR", store().toString());
    }

    /** The jar, with all its files in a directory. */
    static Jar in(Path scratch) {
        return new Jar(scratch);
    }

    static Path file() {
        return FILE;
    }

    Path store() {
        return scratch.resolve("state");
    }

    /** Sets a variable of its environment. */
    Jar env(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Has another program start it. */
    Jar launchedBy(String... argv) {
        launcher = List.of(argv);
        return this;
    }

    /** Has another JVM run it. */
    Jar java(Path program) {
        java = program.toString();
        return this;
    }

    /** Gives the JVM these options, and no others. */
    Jar options(String... words) {
        options = List.of(words);
        return this;
    }

    /** Has the JVM start something else than the jar. */
    Jar target(String... words) {
        target = List.of(words);
        return this;
    }

    /** Gives it something to read. */
    Jar reading(String input) {
        stdin = input;
        return this;
    }

    /** The whole command line of an invocation. */
    List<String> argv(String... args) {
        List<String> argv = new ArrayList<>(launcher);
        argv.add(java);
        argv.addAll(options);
        argv.addAll(target);
        argv.addAll(List.of(args));
        return argv;
    }

    /** Runs it to its end. */
    Done run(String... args) throws IOException, InterruptedException {
        return start(args).await();
    }

    /** Runs it to its end, which must be a good one, and returns its output. */
    String ok(String... args) throws IOException, InterruptedException {
        Done done = run(args);
        assertThat(done.status()).as(done::toString).isZero();
        return done.out();
    }

    /** Runs it with {@code --json} and returns the one object it writes. */
    JsonNode json(String... args) throws IOException, InterruptedException {
        return run(args).json();
    }

    /** Starts it, its streams in files. */
    Running start(String... args) throws IOException {
        Path in = Files.writeString(Files.createTempFile(scratch, "in", ""), stdin);
        return start(ProcessBuilder.Redirect.from(in.toFile()), args);
    }

    /** Starts it with another input. */
    Running start(ProcessBuilder.Redirect in, String... args) throws IOException {
        Path out = Files.createTempFile(scratch, "out", "");
        Path err = Files.createTempFile(scratch, "err", "");
        ProcessBuilder builder = new ProcessBuilder(argv(args))
                .redirectInput(in)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().putAll(environment);
        return new Running(builder.start(), out, err);
    }

    /** One that runs. Whatever it is doing, closing kills it. */
    record Running(Process process, Path outFile, Path errFile) implements AutoCloseable {

        Done await() throws InterruptedException {
            try (this) {
                assertThat(process.waitFor(300, TimeUnit.SECONDS)).as("it ends").isTrue();
                return new Done(process.exitValue(), read(outFile), read(errFile));
            }
        }

        /** What it has written so far. */
        String out() {
            return read(outFile);
        }

        private static String read(Path file) {
            try {
                return Text.decode(Files.readAllBytes(file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    /** One that is over; bytes that are no UTF-8 are in its texts as {@link Text} has them. */
    record Done(int status, String out, String err) {

        JsonNode json() throws IOException {
            assertThat(out).as(this::toString).endsWith("\n").hasLineCount(1);
            JsonNode object = Json.parse(Text.encode(out));
            assertThat(object.isObject()).isTrue();
            return object;
        }

        /** Checks that it failed for a reason it tells in one line. */
        Done assertFailed(int expected, String... reason) {
            assertThat(status).as(this::toString).isEqualTo(expected);
            assertThat(err.lines()).as("lines of %s", err).hasSize(1);
            assertThat(err).startsWith("tinybox: ").contains(reason);
            return this;
        }

        @Override
        public String toString() {
            return "status " + status + ", out '" + out + "', err '" + err + "'";
        }
    }
}
