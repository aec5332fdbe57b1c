package ai.tinyhumans.tinybox.linux;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.ProviderInfo;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * In an unprivileged container, as docker makes one by default: this JVM's own Java and classes, and the machine's {@code
 * /usr}, bubblewrap included.
 */
@Requires({Facility.DOCKER, Facility.BUBBLEWRAP, Facility.LANDLOCK})
class ContainerIT {

    private static final Path CONFIGURATION = Path.of("/etc");

    private static String inContainer(List<String> options) throws IOException, InterruptedException {
        List<String> argv = new ArrayList<>(List.of("docker", "run", "--rm", "--network", "none"));
        argv.addAll(options);
        mount(argv, Path.of("/usr"));
        mount(argv, Path.of(System.getProperty("java.home")));
        try (var entries = Files.newDirectoryStream(CONFIGURATION, "java-*")) {
            entries.forEach(entry -> mount(argv, entry)); // where Debian's Java has what java.home links to
        }
        List<String> classPath = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (Files.exists(Path.of(entry))) {
                String there = "/classes/" + classPath.size(); // where the container's user may go
                argv.addAll(List.of("--volume", Path.of(entry).toAbsolutePath() + ":" + there + ":ro"));
                classPath.add(there);
            }
        }
        argv.addAll(List.of(
                "tinybox-debian:12",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                String.join(File.pathSeparator, classPath),
                Program.class.getName()));
        Process docker = new ProcessBuilder(argv).redirectErrorStream(true).start();
        String output = new String(docker.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(docker.waitFor()).as(output).isZero();
        return output;
    }

    private static void mount(List<String> argv, Path path) {
        argv.addAll(List.of("--volume", path + ":" + path + ":ro"));
    }

    @Test
    void saysWhatIsMissingForNamespacesAndJailsAllTheSame() throws Exception {
        String output = inContainer(List.of());
        assertThat(output)
                .contains("namespace: false")
                .contains("the kernel refuses them, as the filter of a container or a security module does")
                .contains("--security-opt seccomp=unconfined --security-opt systempaths=unconfined");
        assertJailed(output);
    }

    @Test
    void saysThatProcIsHiddenIfThatIsAllThatIsLeft() throws Exception {
        String output = inContainer(List.of("--security-opt", "seccomp=unconfined", "--user", "65534:65534"));
        assertThat(output)
                .contains("namespace: false")
                .contains("this container hides parts of /proc, so no other may be mounted")
                .contains("systempaths=unconfined");
        assertJailed(output);
    }

    @Test
    void runsNamespacesInAContainerThatFollowedTheAdvice() throws Exception {
        String output = inContainer(List.of(
                "--security-opt", "seccomp=unconfined",
                "--security-opt", "systempaths=unconfined",
                "--security-opt", "apparmor=unconfined",
                "--user", "65534:65534"));
        assertThat(output).contains("namespace: true").contains("namespace ran: exit 0, in the box\n");
        assertJailed(output);
    }

    private static void assertJailed(String output) {
        assertThat(output)
                .contains("landlock: true")
                .contains("landlock ran: exit 0, in the box\n")
                .contains("landlock reached out: exit 1\n");
    }

    /** Tells what the probes find, and uses what works. */
    static final class Program {

        private Program() {}

        public static void main(String[] args) throws Exception {
            try (Tinybox tinybox = Tinybox.open()) {
                for (ProviderInfo provider : tinybox.survey()) {
                    System.out.println(provider.name() + ": " + provider.probe().isUsable() + " " + provider.probe());
                    if (provider.name().equals("namespace") || provider.name().equals("landlock")) {
                        use(tinybox, provider);
                    }
                }
            }
        }

        private static void use(Tinybox tinybox, ProviderInfo provider) throws Exception {
            if (!provider.probe().isUsable()) {
                return;
            }
            Placement placement = Placement.of("local", provider.name());
            Path directory = Files.createTempDirectory("tinybox-container");
            BoxSpec.Builder spec = BoxSpec.builder(placement, WorkspaceSource.localDir(directory));
            for (Constraint constraint : Constraint.values()) {
                if (tinybox.capabilities(placement).enforcement(constraint) != Enforcement.ENFORCED) {
                    spec.accept(constraint);
                }
            }
            try (Box box = tinybox.create(spec.build())) {
                ExecResult ran = box.exec(Command.of("sh", "-c", "echo in the box > f && cat f"));
                System.out.print(provider.name() + " ran: " + ran.exit() + ", " + ran.stdoutText());
                ExecResult out = box.exec(Command.of("sh", "-c", "ls /root /home || exit 1"));
                System.out.println(provider.name() + " reached out: " + out.exit());
            }
        }
    }
}
