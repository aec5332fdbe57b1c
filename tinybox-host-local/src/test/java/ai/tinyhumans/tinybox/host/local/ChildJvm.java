package ai.tinyhumans.tinybox.host.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A program of the test tree in a JVM of its own. Whatever it is doing, closing kills it. */
final class ChildJvm implements AutoCloseable {

    private final Process process;
    private final BufferedReader stdout;
    private final Path stderr;

    private ChildJvm(Process process, Path stderr) {
        this.process = process;
        this.stdout = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.stderr = stderr;
    }

    /** Starts a program; what it writes to its standard error is kept in the directory {@code scratch}. */
    static ChildJvm start(Path scratch, Class<?> program, String... args) throws IOException {
        return start(scratch, argv(List.of(), program, args), Map.of());
    }

    /** Starts it in a heap of 64 MiB. */
    static ChildJvm startSmall(Path scratch, Class<?> program, String... args) throws IOException {
        return start(scratch, argv(List.of("-Xmx64m"), program, args), Map.of());
    }

    /** Starts a command that was made from {@link #argv}, with variables over those of this JVM. */
    static ChildJvm start(Path scratch, List<String> argv, Map<String, String> environment) throws IOException {
        Path stderr = Files.createTempFile(scratch, "jvm", ".err");
        ProcessBuilder builder = new ProcessBuilder(argv).redirectError(stderr.toFile());
        builder.environment().putAll(environment);
        return new ChildJvm(builder.start(), stderr);
    }

    /** The command that runs a program on the class path of this JVM, compiled as little as possible. */
    static List<String> argv(List<String> options, Class<?> program, String... args) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> argv = new ArrayList<>(List.of(java, "-XX:TieredStopAtLevel=1"));
        argv.addAll(options);
        argv.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        argv.addAll(List.of(args));
        return argv;
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** The next line it writes. */
    String readLine() throws IOException {
        String line = stdout.readLine();
        assertThat(line).as(() -> "a line of output; its errors: " + errors()).isNotNull();
        return line;
    }

    /** Waits for its good end and returns what it wrote, each line a name, {@code =} and a value. */
    Map<String, String> facts() throws IOException, InterruptedException {
        Map<String, String> facts = new TreeMap<>();
        for (String line = stdout.readLine(); line != null; line = stdout.readLine()) {
            int equals = line.indexOf('=');
            facts.put(line.substring(0, equals), line.substring(equals + 1));
        }
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ended").isTrue();
        assertThat(process.exitValue()).as(this::errors).isZero();
        return facts;
    }

    private String errors() {
        try {
            return Files.readString(stderr);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Kills it and waits until it is dead. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() throws IOException {
        kill();
        stdout.close();
        process.getOutputStream().close();
    }
}
