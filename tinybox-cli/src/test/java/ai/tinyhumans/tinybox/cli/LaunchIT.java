package ai.tinyhumans.tinybox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The ways to start the command. */
class LaunchIT extends JarCase {

    private static final Path INSTALLED = Path.of("/usr/lib/jvm");

    /** The JVM of this test, and all that are installed where Debian installs them. */
    static Stream<Path> jvms() throws IOException {
        List<Path> jvms = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")));
        if (Files.isDirectory(INSTALLED)) {
            try (Stream<Path> entries = Files.list(INSTALLED)) {
                entries.map(home -> home.resolve("bin").resolve("java"))
                        .filter(Files::isExecutable)
                        .forEach(jvms::add);
            }
        }
        List<Path> real = new ArrayList<>();
        for (Path jvm : jvms) {
            real.add(jvm.toRealPath());
        }
        return real.stream().distinct();
    }

    @ParameterizedTest
    @MethodSource("jvms")
    void noJvmWarnsOfAnything(Path jvm) throws Exception {
        jar.java(jvm).options();
        assertThat(run("echo", "it runs").out()).isEqualTo("it runs\n");
        assertThat(run("true").err()).isEqualTo(Jar.NOTE);
        jar.ok("providers");
        assertThat(jar.run("ls").err()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("jvms")
    void aFileOfTheJvmIsTakenForNoneOfItsStreams(Path jvm) throws Exception {
        jar.java(jvm);
        jar.launchedBy("sh", "-c", "exec \"$@\" <&-", "sh");
        assertThat(run("wc", "-c").out().strip()).isEqualTo("0");
        jar.launchedBy("sh", "-c", "exec \"$@\" >&-", "sh");
        jar.run("ls").assertFailed(70, "cannot write the output: it is closed");
        jar.launchedBy("sh", "-c", "exec \"$@\" <&- 2>&-", "sh");
        Jar.Done done = run("sh", "-c", "wc -c; exit 3");
        assertThat(done.out().strip()).isEqualTo("0");
        assertThat(done.status()).isEqualTo(3);
    }

    @Test
    void startsFromTheModulePath() throws Exception {
        List<String> entries = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> entry.matches(
                        ".*/(tinybox-\\w+|tinybox-host-\\w+|commons-\\w+|jackson-\\w+|picocli|jna|slf4j-\\w+)"
                                + "(-[\\d.]+)?(-SNAPSHOT)?(/target/classes|\\.jar)"))
                .collect(Collectors.toList());
        jar.options("--enable-native-access=com.sun.jna")
                .target(
                        "--module-path",
                        String.join(File.pathSeparator, entries),
                        "--module",
                        "ai.tinyhumans.tinybox.cli/ai.tinyhumans.tinybox.cli.Main");
        if (Runtime.version().feature() < 22) {
            jar.options(); // the option came with 22, and only 24 misses it
        }
        Jar.Done done = run("--json", "echo", "modular");
        assertThat(done.json().get("stdout").textValue()).isEqualTo("modular\n");
        assertThat(done.err()).isEqualTo(Jar.NOTE);
    }

    @Test
    void theJarSaysWhatItIs() throws IOException {
        try (JarFile file = new JarFile(Jar.file().toFile())) {
            Attributes manifest = file.getManifest().getMainAttributes();
            assertThat(manifest.getValue("Main-Class")).isEqualTo(Main.class.getName());
            assertThat(manifest.getValue("Enable-Native-Access")).isEqualTo("ALL-UNNAMED");
            assertThat(manifest.getValue("Implementation-Version")).isNotBlank();
            assertThat(file.stream().map(entry -> entry.getName()))
                    .noneMatch(name -> name.endsWith("module-info.class"));
            assertThat(file.stream().map(entry -> entry.getName())).doesNotHaveDuplicates();
        }
    }
}
