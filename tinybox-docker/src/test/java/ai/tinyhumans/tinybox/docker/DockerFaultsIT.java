package ai.tinyhumans.tinybox.docker;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.store.BoxState;
import ai.tinyhumans.tinybox.testkit.Processes;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What others do to a box behind tinybox's back. */
class DockerFaultsIT extends DockerCase {

    /** A box with a command that runs. */
    private static Execution running(Box box, String seconds) throws InterruptedException {
        Execution execution = box.start(sh("echo up; sleep " + seconds + "; true"));
        assertThat(execution.read(0, Duration.ofSeconds(20)).chunks()).isNotEmpty();
        return execution;
    }

    /** The docker commands below this JVM that name the container of a box, in the order of their start. */
    private static List<ProcessHandle> clients(Box box) {
        return ProcessHandle.current()
                .children()
                .filter(child -> Processes.withArgument(container(box)).contains(child.pid()))
                .sorted(Comparator.comparing(
                        child -> child.info().startInstant().orElseThrow()))
                .toList();
    }

    @Test
    void saysThatAContainerWasRemoved() throws InterruptedException { // B052
        Box box = tinybox.create(directory().build());
        try (Execution execution = running(box, "3311")) {
            docker("rm", "--force", container(box));
            assertRefused(ErrorCode.BOX_GONE, execution::await);
        }
        assertThat(box.info().state()).isEqualTo(BoxState.ARCHIVED);
        assertRefused(ErrorCode.BOX_GONE, () -> box.exec(Command.of("true")));
        assertRefused(ErrorCode.BOX_GONE, () -> box.spawn(Command.of("true")));
        box.close();
        assertThat(tinybox.list()).isEmpty();
    }

    @Test
    void saysThatAContainerWasStopped() throws InterruptedException { // B053
        Box box = tinybox.create(directory().build());
        docker("kill", container(box));
        assertThat(box.info().state()).isEqualTo(BoxState.STOPPED);
        assertRefused(ErrorCode.BOX_GONE, () -> box.exec(Command.of("true"))).hasMessageContaining("exited");
        box.close();
    }

    @Test
    void saysThatAContainerWasPausedByOthers() throws InterruptedException {
        try (Box box = tinybox.create(directory().build())) {
            docker("pause", container(box));
            assertThat(box.info().state()).isEqualTo(BoxState.PAUSED);
            assertRefused(ErrorCode.BOX_STATE, () -> box.exec(Command.of("true")))
                    .hasMessageContaining("paused");
        }
    }

    @Test
    void endsACommandWhoseConnectionBreaks() throws InterruptedException { // B050
        try (Box box = tinybox.create(directory().build());
                Execution broken = running(box, "3312");
                Execution other = box.startCollected(sh("sleep 1; echo ok"))) {
            clients(box).get(0).destroyForcibly();
            assertRefused(ErrorCode.EXEC_CONNECTION_LOST, broken::await);
            assertThat(Processes.withArgument("3312")).isEmpty();
            assertThat(other.collect().stdoutText()).isEqualTo("ok\n");
        }
    }

    @Test
    void usesTheDaemonThatIsNamedAndNoOther() throws Exception { // B057
        try (Tinybox nowhere = withVariables(Map.of("DOCKER_HOST", "unix:///no/such.sock"))) {
            assertRefused(ErrorCode.PROVIDER_UNUSABLE, () -> nowhere.capabilities(DOCKER))
                    .hasMessageContaining("/no/such.sock");
        }
        String config = workspace.toString();
        String address = docker("context", "inspect", "--format", "{{.Endpoints.docker.Host}}");
        docker("--config", config, "context", "create", "named", "--docker", "host=" + address);
        String inUse = "{\"currentContext\": \"named\"}";
        Files.writeString(workspace.resolve("config.json"), inUse);
        try (Tinybox named = withVariables(Map.of("DOCKER_CONFIG", config, "DOCKER_HOST", ""))) {
            assertThat(named.capabilities(DOCKER)).isEqualTo(tinybox.capabilities(DOCKER));
        }
        docker("--config", config, "context", "rm", "--force", "named");
        try (Tinybox unnamed = withVariables(Map.of("DOCKER_CONFIG", config, "DOCKER_HOST", ""))) {
            assertRefused(ErrorCode.PROVIDER_UNUSABLE, () -> unnamed.capabilities(DOCKER))
                    .hasMessageContaining("named");
        }
    }

    private static Tinybox withVariables(Map<String, String> variables) {
        return Tinybox.builder()
                .host(HostWith.variables(variables))
                .sandbox(new DockerProvider("cases"))
                .build();
    }

    @Test
    void endsWhatANewHandleFindsSpawned() throws InterruptedException {
        Box box = tinybox.create(directory().build());
        box.spawn(Command.of("sleep", "3313"));
        Box found = tinybox.box(box.id());
        assertThat(found.processes())
                .singleElement()
                .satisfies(process -> assertThat(process.running()).isTrue());
        found.destroy();
        assertThat(Processes.withArgument("3313")).isEmpty();
        box.close();
    }

    @Test
    void doesNotStartWhatIsCancelledWhileItStarts() throws InterruptedException {
        try (Box box = tinybox.create(directory().build())) {
            for (int i = 0; i < 10; i++) {
                try (Execution execution = box.start(Command.of("sleep", "3314"))) {
                    execution.cancel();
                    assertThat(execution.await().exit()).isEqualTo(new Exit.Cancelled());
                    assertThat(Processes.withArgument("3314")).isEmpty();
                }
            }
            await().during(Duration.ofMillis(300))
                    .until(() -> Processes.withArgument("3314").isEmpty());
        }
    }
}
