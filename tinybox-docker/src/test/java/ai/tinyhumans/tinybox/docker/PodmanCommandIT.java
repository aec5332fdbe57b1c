package ai.tinyhumans.tinybox.docker;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spec.ProcessId;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.spi.Finding;
import ai.tinyhumans.tinybox.spi.Probe;
import ai.tinyhumans.tinybox.store.MemoryStore;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** By which name podman is found, in a PATH of the test's own. */
@Requires({Facility.LAUNCH, Facility.PODMAN})
@ExtendWith(LeakCheck.class)
class PodmanCommandIT {

    @TempDir
    Path programs;

    private final DockerProvider provider = new DockerProvider("podman");

    private Tinybox.Builder parts() {
        return Tinybox.builder()
                .host(HostWith.variables(Map.of("PATH", programs.toString())))
                .sandbox(provider);
    }

    /** Puts a program of this machine into PATH, by another name perhaps. */
    private void link(String name, String program) throws IOException {
        for (String directory : List.of("/usr/bin", "/usr/sbin", "/usr/local/bin")) {
            if (Files.exists(Path.of(directory, program))) {
                Files.createSymbolicLink(programs.resolve(name), Path.of(directory, program));
                return;
            }
        }
        throw new AssertionError("there is no " + program);
    }

    /** Podman without root calls two programs by PATH. */
    private void linkPodman(String name) throws IOException {
        link(name, "podman");
        if (Podman.isRootless()) {
            link("newuidmap", "newuidmap");
            link("newgidmap", "newgidmap");
        }
    }

    private void assertUsed(String command) throws InterruptedException {
        MemoryStore store = new MemoryStore();
        try (Tinybox tinybox = parts().store(store).build()) {
            Probe probe = provider.probe(tinybox.on(new HostRef("local")));
            assertThat(probe.findings()).singleElement().satisfies(finding -> {
                assertThat(finding).isInstanceOf(Finding.Usable.class);
                assertThat(finding.subject()).startsWith("podman");
                assertThat(((Finding.Usable) finding).detail())
                        .startsWith("version ")
                        .endsWith(", by the command '" + command + "'");
            });
            Box box = tinybox.create(Podman.lenient(DockerCase.of(WorkspaceSource.ociImage("alpine:3")))
                    .build());
            assertThat(box.exec(Command.of("echo", "hi")).stdoutText()).isEqualTo("hi\n");
            ProcessId nap = box.spawn(Command.of("sleep", "3271"));
            try (Tinybox other = parts().store(store).build();
                    Box again = other.box(box.id())) { // which only looks inside
                assertThat(again.isRunning(nap)).isTrue();
                assertThat(again.exec(Command.of("echo", "hi")).stdoutText()).isEqualTo("hi\n");
            }
            try (Tinybox other =
                    parts().store(store).build()) { // whose first command is none that finds out what there is
                long begun = System.nanoTime();
                other.box(box.id()).destroy();
                assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(8));
            }
            assertThat(store.list()).isEmpty();
        }
    }

    @Test
    void isADockerCommandThatIsPodmans() throws Exception {
        linkPodman("docker");
        assertUsed("docker");
    }

    @Test
    void isPodmanWhereThereIsNoDockerCommand() throws Exception {
        linkPodman("podman");
        assertUsed("podman");
    }

    /** A run must have limits; podman itself would only warn that it has none. */
    @Test
    void refusesASingleRunItCannotLimit() throws Exception {
        linkPodman("podman");
        try (Tinybox tinybox = parts().build()) {
            DockerRuns runs = new DockerRuns(tinybox.on(new HostRef("local")));
            DockerRun run = DockerRun.of("alpine:3", "echo hi", "tinybox.test=podman");
            if (Podman.limits().size() == 3) {
                assertThat(runs.run(run).stdoutText()).isEqualTo("hi\n");
            } else {
                assertRefused(ErrorCode.CONSTRAINT_NOT_ENFORCED, () -> runs.run(run));
            }
        }
    }

    @Test
    void isTheOneThatIsNamed() throws Exception {
        linkPodman("podman");
        Map<String, String> variables = Map.of("PATH", programs.toString(), DockerProvider.COMMAND, "other");
        try (Tinybox tinybox = Tinybox.builder()
                .host(HostWith.variables(variables))
                .sandbox(provider)
                .build()) {
            assertRefused(ErrorCode.PROVIDER_UNUSABLE, () -> tinybox.capabilities(DockerCase.DOCKER))
                    .hasMessageContaining("no 'other'");
        }
    }

    @Test
    void saysThatThereIsNeither() {
        try (Tinybox tinybox = parts().build()) {
            assertRefused(ErrorCode.PROVIDER_UNUSABLE, () -> tinybox.capabilities(DockerCase.DOCKER))
                    .hasMessageContaining("no docker command on the host, nor podman's");
        }
    }
}
