package ai.tinyhumans.tinybox.host.local;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A JVM whose own helper for starting programs is broken, as after an upgrade in place: tinybox has no use for it. */
@Timeout(120)
class HelperlessIT extends PassthroughCase {

    private static final Path HOME = Path.of(System.getProperty("java.home"));

    @Test // B032
    void startsProgramsThoughTheHelperOfTheJdkIsBroken() throws Exception {
        List<String> argv = new ArrayList<>(ChildJvm.argv(
                List.of("-Djdk.lang.Process.launchMechanism=POSIX_SPAWN"), Program.class, workspace.toString()));
        argv.set(0, brokenHome().resolve("bin/java").toString());
        try (ChildJvm jvm = ChildJvm.start(workspace, argv, Map.of())) {
            assertThat(jvm.facts())
                    .containsEntry("home", workspace.resolve("jdk").toRealPath().toString())
                    .containsEntry("jdk", "broken")
                    .containsEntry("tinybox", "exit 0");
        }
    }

    /** The home of this JVM by links, but for what tells a JVM where its home is, and for the helper. */
    private Path brokenHome() throws IOException {
        Path home = Files.createDirectory(workspace.resolve("jdk"));
        linkAll(HOME, home, List.of("bin", "lib"));
        linkAll(HOME.resolve("bin"), Files.createDirectory(home.resolve("bin")), List.of("java"));
        linkAll(HOME.resolve("lib"), Files.createDirectory(home.resolve("lib")), List.of("server", "jspawnhelper"));
        linkAll(HOME.resolve("lib/server"), Files.createDirectory(home.resolve("lib/server")), List.of("libjvm.so"));
        Files.copy(HOME.resolve("bin/java"), home.resolve("bin/java"));
        Files.copy(HOME.resolve("lib/server/libjvm.so"), home.resolve("lib/server/libjvm.so"));
        Path helper = Files.writeString(home.resolve("lib/jspawnhelper"), "#!/bin/sh\nexit 1\n");
        Files.setPosixFilePermissions(helper, PosixFilePermissions.fromString("rwxr-xr-x"));
        return home;
    }

    private static void linkAll(Path from, Path to, List<String> except) throws IOException {
        try (Stream<Path> entries = Files.list(from)) {
            for (Path entry : entries.collect(Collectors.toList())) {
                if (!except.contains(entry.getFileName().toString())) {
                    Files.createSymbolicLink(to.resolve(entry.getFileName()), entry);
                }
            }
        }
    }

    /** Starts a program the JDK's way, then in a box. */
    static final class Program {

        private Program() {}

        /** Takes the workspace. */
        public static void main(String[] args) throws Exception {
            System.out.println("home=" + System.getProperty("java.home"));
            System.out.println("jdk=" + byTheJdk());
            try (Tinybox tinybox = Tinybox.open();
                    Box box = tinybox.create(BoxSpec.unconfined(Path.of(args[0])))) {
                System.out.println(
                        "tinybox=" + box.exec(Command.of("/bin/true")).exit());
            }
        }

        private static String byTheJdk() throws InterruptedException {
            try {
                return "exit " + new ProcessBuilder("/bin/true").start().waitFor();
            } catch (IOException e) {
                return "broken";
            }
        }
    }
}
