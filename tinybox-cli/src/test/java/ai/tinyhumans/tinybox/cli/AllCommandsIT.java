package ai.tinyhumans.tinybox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every command has. */
class AllCommandsIT extends JarCase {

    /** Arguments by which each command does something in an empty store, if only to say that there is no such thing. */
    private static final Map<String, String> ARGUMENTS = Map.ofEntries(
            Map.entry("bench", "--sandbox nosuch"),
            Map.entry("create", "--sandbox nosuch"),
            Map.entry("exec", "box-0 true"),
            Map.entry("fork", "--sandbox nosuch sha-0123456789ab"),
            Map.entry("forward", "box-0 80"),
            Map.entry("inspect", "box-0"),
            Map.entry("kill", "box-0 proc-0"),
            Map.entry("pause", "box-0"),
            Map.entry("ps", "box-0"),
            Map.entry("resume", "box-0"),
            Map.entry("rm", "box-0"),
            Map.entry("run", "--sandbox passthrough true"),
            Map.entry("snapshot", "box-0"),
            Map.entry("snapshots", "--sandbox nosuch"),
            Map.entry("spawn", "box-0 true"),
            Map.entry("sync", "--host local /nosuch"),
            Map.entry("template rm", "python"),
            Map.entry("template save", "box-0 python"));

    /** Those that find out about the machine and need no store. */
    private static final Set<String> STORELESS =
            Set.of("bench", "create", "doctor", "fork", "providers", "snapshots", "sync");

    static Stream<String> commands() {
        return Commands.all().keySet().stream();
    }

    static String[] words(String command, String... options) {
        List<String> words = new ArrayList<>(Arrays.asList(command.split(" ", -1)));
        words.addAll(List.of(options));
        String arguments = ARGUMENTS.getOrDefault(command, "");
        if (!arguments.isEmpty()) {
            words.addAll(Arrays.asList(arguments.split(" ", -1)));
        }
        return words.toArray(String[]::new);
    }

    @ParameterizedTest
    @MethodSource("commands")
    @Shows("* --json")
    void tellsAProgramOneObject(String command) throws Exception {
        assertThat(jar.json(words(command, "--json"))).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("commands")
    @Shows("* --store")
    void looksIntoTheStoreItIsGiven(String command) throws Exception {
        Path corrupt = Files.createDirectory(scratch.resolve("corrupt"));
        Files.writeString(corrupt.resolve("boxes.json"), "no JSON");
        Files.writeString(corrupt.resolve("templates.json"), "no JSON");
        Jar.Done done = jar.run(words(command, "--store", corrupt.toString()));
        if (STORELESS.contains(command)) {
            assertThat(done.err()).doesNotContain("corrupt");
        } else {
            assertThat(done.status()).as(done::toString).isEqualTo(70);
            assertThat(done.err()).contains(corrupt.toString());
        }
    }

    @Test
    @Shows({"* --help", "* --version"})
    void tellsItsUsageAndItsVersion() throws Exception {
        String usage = jar.ok("--help");
        assertThat(commands()).allSatisfy(command -> assertThat(usage).contains(command.split(" ", -1)[0]));
        assertThat(jar.ok("run", "--help")).startsWith("Usage: tinybox run ").contains("Exit status:");
        assertThat(jar.ok("template", "save", "--help")).startsWith("Usage: tinybox template save ");
        assertThat(jar.ok("--version")).matches("tinybox \\d+\\.\\d+\\.\\d+.*\n");
        assertThat(jar.ok("ls", "--version")).isEqualTo(jar.ok("--version"));
    }

    @Test
    void refusesWhatItDoesNotUnderstand() throws Exception {
        jar.run().assertFailed(2, "a command is missing; hint: 'tinybox --help' tells the usage");
        jar.run("creat").assertFailed(2, "'creat'", "did you mean 'create'?");
        jar.run("ls", "--jsn").assertFailed(2, "'--jsn'", "'tinybox ls --help' tells the usage");
        jar.run("kill", "box-0").assertFailed(2, "PROC");
        jar.run("rm", "..").assertFailed(2, "'..' is not a name");
        jar.run("run", "--sandbox", "passthrough").assertFailed(2, "PROGRAM");
    }
}
