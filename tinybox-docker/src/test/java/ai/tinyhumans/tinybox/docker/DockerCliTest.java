package ai.tinyhumans.tinybox.docker;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.Outcome;
import ai.tinyhumans.tinybox.exec.ResourceUsage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DockerCliTest {

    static ExecResult result(Exit exit, String stderr) {
        return new ExecResult(
                new Outcome(exit, ResourceUsage.NONE, List.of()), new byte[0], stderr.getBytes(StandardCharsets.UTF_8));
    }

    private static ExecResult failed(String stderr) {
        return result(new Exit.Exited(1), stderr);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Cannot connect to the Docker daemon at unix:///no/such.sock. Is the docker daemon running?",
                "failed to connect to the docker API at unix:///no/such.sock",
                "error during connect: Get \"http://x:1/info\": dial tcp: lookup x: no such host",
                "context \"gone\": context not found"
            })
    void saysThatNoDaemonAnswersAndWhatToDo(String stderr) { // B057
        assertThat(DockerCli.unresponsive(failed(stderr))).hasValueSatisfying(failure -> {
            assertThat(failure.code()).isEqualTo(ErrorCode.PROVIDER_UNUSABLE);
            assertThat(failure.remedy())
                    .hasValueSatisfying(remedy -> assertThat(remedy).contains("DOCKER_HOST"));
            assertThat(failure).hasMessageContaining(stderr);
        });
    }

    @Test
    void saysThatTheUserMayNotUseDocker() {
        String stderr = "permission denied while trying to connect to the Docker daemon socket at unix:///x.sock";
        assertThat(DockerCli.unresponsive(failed(stderr)).flatMap(TinyboxException::remedy))
                .hasValueSatisfying(remedy -> assertThat(remedy).contains("group docker"));
    }

    @Test
    void saysThatThePodmanThatIsNamedDoesNotAnswer() {
        String stderr = "Cannot connect to Podman. Please verify your connection to the Linux system";
        assertThat(DockerCli.unresponsive(failed(stderr)).flatMap(TinyboxException::remedy))
                .hasValueSatisfying(remedy -> assertThat(remedy).contains("CONTAINER_HOST"));
    }

    @Test
    void saysThatTheDaemonIsTooSlow() { // B056
        ExecResult late = result(new Exit.TimedOut(Duration.ofSeconds(30)), "");
        assertThat(DockerCli.unresponsive(late).map(TinyboxException::code)).contains(ErrorCode.PROVIDER_UNUSABLE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Error response from daemon: Get \"https://registry/v2/\": dial tcp: lookup registry: no such host",
                "Error response from daemon: error while creating mount source path '/x': permission denied docker",
                "Error: initializing source docker://x/y:1: pinging container registry x: dial tcp: lookup x: no such host"
            })
    void doesNotBlameTheDaemonForWhatItSaysOfOthers(String stderr) {
        assertThat(DockerCli.unresponsive(failed(stderr))).isEmpty();
    }

    @Test
    void knowsWhatIsNotThere() {
        assertThat(DockerCli.isAbsent(failed("Error: No such container: x"))).isTrue();
        assertThat(DockerCli.isAbsent(failed("Error response from daemon: No such object: x")))
                .isTrue();
        assertThat(DockerCli.isAbsent(failed("Error: inspecting object: no such container x")))
                .isTrue();
        assertThat(DockerCli.isAbsent(failed("Error: x: image not known"))).isTrue();
        assertThat(DockerCli.isAbsent(failed("Cannot connect to the Docker daemon")))
                .isFalse();
        assertThat(DockerCli.isAbsent(result(new Exit.Exited(0), "no such container")))
                .isFalse();
    }

    @Test
    void keepsTheWordsOfAnyOtherFailure() {
        TinyboxException failure = DockerCli.failure(List.of("docker", "pause", "c"), failed("it is odd"));
        assertThat(failure.code()).isEqualTo(ErrorCode.HOST_FAILED);
        assertThat(failure).hasMessageContaining("docker pause").hasMessageContaining("it is odd");
    }
}
