package ai.tinyhumans.tinybox.docker;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.HostPath;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DockerRunArgsTest {

    private static DockerRun run(String network, String label, Duration timeout) {
        return new DockerRun(
                "debian:12",
                "make",
                true,
                Optional.of(new HostPath("/w,s")),
                List.of(new HostPath("/usr/share")),
                network,
                ByteSize.ofMiB(64),
                500,
                new Env(Map.of("SECRET", "value")),
                label,
                timeout);
    }

    @Test
    void makesAHardenedContainerForOneCommand() {
        List<String> argv = DockerRunArgs.run(
                run("none", "job=7", Duration.ofHours(24)), "tinybox-run-x", Optional.of("5:6"), Dialect.DOCKER);
        assertThat(argv.subList(0, argv.size() - 5))
                .containsExactly(
                        "docker",
                        "run",
                        "--name",
                        "tinybox-run-x",
                        "--label",
                        "job=7",
                        "--log-driver",
                        "none",
                        "--cap-drop",
                        "ALL",
                        "--security-opt",
                        "no-new-privileges",
                        "--network",
                        "none",
                        "--memory",
                        "67108864b",
                        "--memory-swap",
                        "67108864b",
                        "--cpu-period",
                        "100000",
                        "--cpu-quota",
                        "50000",
                        "--pids-limit",
                        "512",
                        "--read-only",
                        "--tmpfs",
                        "/tmp:rw,noexec,nosuid,size=64m",
                        "--tmpfs",
                        "/var/tmp:rw,noexec,nosuid,size=64m",
                        "--mount",
                        "type=bind,\"source=/w,s\",target=/workspace",
                        "--workdir",
                        "/workspace",
                        "--mount",
                        "type=bind,source=/usr/share,target=/usr/share,readonly",
                        "--user",
                        "5:6",
                        "--env",
                        "TINYBOX_ENV_0",
                        "--entrypoint",
                        "sh",
                        "debian:12",
                        "-c");
        assertThat(argv).endsWith("tinybox", "1", "-lc", "make").noneMatch(argument -> argument.contains("value"));
    }

    @Test
    void leavesOutWhatIsNotAskedFor() {
        assertThat(DockerRunArgs.run(DockerRun.of("debian:12", "make", "job=7"), "n", Optional.empty(), Dialect.DOCKER))
                .doesNotContain("--mount", "--workdir", "--user", "--env")
                .endsWith("tinybox", "0", "-c", "make");
    }

    @Test
    void tellsPodmanWhatDockerIsByItself() {
        Dialect dialect = Dialect.podman(true, Dialect.DOCKER.limits());
        DockerRun run = run("none", "job=7", Duration.ofHours(24));
        assertThat(DockerRunArgs.run(run, "n", Optional.of("5:6"), dialect))
                .containsSubsequence("--stop-timeout", "0", "--log-driver", "none")
                .containsSubsequence("--memory", "67108864b", "--pids-limit", "512")
                .containsSubsequence("--user", "5:6", "--userns", "keep-id");
    }

    @Test
    void findsAndRemovesByLabel() {
        assertThat(DockerRunArgs.labelled("job=7"))
                .containsExactly("docker", "ps", "--all", "--no-trunc", "--quiet", "--filter", "label=job=7");
        assertThat(DockerRunArgs.removeAll(List.of("a", "b")))
                .containsExactly("docker", "rm", "--force", "--volumes", "a", "b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "job", "job=", "=7", "--rm", "-x=y", "a=b=c", "a b=c"})
    void refusesWhatIsNoLabel(String label) { // B066
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> run("none", label, Duration.ofSeconds(1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--privileged", "a b"})
    void refusesWhatIsNoNetwork(String network) {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> run(network, "job=7", Duration.ofSeconds(1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--privileged", "-v=/:/host", ""})
    void refusesWhatIsNoImage(String image) { // B066
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> DockerRun.of(image, "true", "job=7"));
    }

    @Test
    void refusesATimeBeyondADay() {
        Duration longer = DockerRun.MAX_TIMEOUT.plusMillis(1);
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> run("none", "job=7", longer));
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> run("none", "job=7", Duration.ZERO));
    }
}
