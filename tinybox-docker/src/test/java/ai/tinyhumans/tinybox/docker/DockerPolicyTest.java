package ai.tinyhumans.tinybox.docker;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.spec.HostPath;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DockerPolicyTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/etc",
                "/proc",
                "/sys",
                "/dev",
                "/var/run/docker.sock",
                "/run/docker.sock",
                "/run/podman/podman.sock",
                "/run/podman",
                "/var/lib/containers",
                "/run",
                "/var/run",
                "/var",
                "/var/lib",
                "/proc/1/root",
                "/sys/fs/cgroup"
            })
    void findsEveryMountThatGivesTheHostAway(String path) {
        assertThat(DockerPolicy.weaknesses("none", List.of(new HostPath(path))))
                .isNotEmpty()
                .allSatisfy(weakness -> assertThat(weakness).contains("'" + path + "'"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/home/me", "/etcetera", "/etc/ssl/certs", "/srv/proc", "/var/lib/dockers", "/tmp"})
    void findsNothingWrongWithOthers(String path) {
        assertThat(DockerPolicy.weaknesses("bridge", List.of(new HostPath(path))))
                .isEmpty();
    }

    @Test
    void findsNetworksThatAreNotTheContainersOwn() {
        assertThat(DockerPolicy.weaknesses("host", List.of())).hasSize(1);
        assertThat(DockerPolicy.weaknesses("container:x", List.of())).hasSize(1);
        assertThat(DockerPolicy.weaknesses("none", List.of())).isEmpty();
    }

    @Test
    void listsEachWeakness() {
        assertThat(DockerPolicy.weaknesses("host", List.of(new HostPath("/etc"), new HostPath("/sys"))))
                .hasSize(3);
    }
}
