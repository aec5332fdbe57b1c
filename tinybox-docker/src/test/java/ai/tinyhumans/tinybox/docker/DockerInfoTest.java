package ai.tinyhumans.tinybox.docker;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.capability.Capability;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DockerInfoTest {

    private static DockerInfo parse(String json) {
        return DockerInfo.parse(json.getBytes(StandardCharsets.UTF_8));
    }

    private static DockerInfo podman(boolean rootless, String cgroups, String controllers) {
        return parse("""
                {"host": {"os": "linux", "cgroupVersion": "%s", "cgroupControllers": [%s], "serviceIsRemote": false,
                          "security": {"rootless": %s}},
                 "store": {"graphDriverName": "btrfs"}, "version": {"Version": "4.3.1"}}""".formatted(cgroups, controllers, rootless));
    }

    @Test
    void readsWhatADaemonSaysOfItself() {
        DockerInfo docker = parse("""
                {"ServerVersion": "20", "OSType": "linux", "MemoryLimit": true, "SwapLimit": false,
                 "CpuCfsQuota": true, "PidsLimit": false, "Driver": "btrfs"}""");
        assertThat(docker.dialect()).isEqualTo(Dialect.DOCKER);
        assertThat(docker.seenBy("docker")).isEqualTo("version 20");
        assertThat(docker.mayLimitDisk()).isTrue();
        assertThat(docker.capabilities(true).enforcement(Constraint.MEMORY)).isEqualTo(Enforcement.BEST_EFFORT);
        assertThat(docker.capabilities(true).enforcement(Constraint.CPU)).isEqualTo(Enforcement.ENFORCED);
        assertThat(docker.capabilities(true).enforcement(Constraint.PIDS)).isEqualTo(Enforcement.UNSUPPORTED);
        assertThat(docker.capabilities(true).enforcement(Constraint.DISK)).isEqualTo(Enforcement.ENFORCED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "false|v1|'\"cpu\",\"memory\",\"pids\"'|true|true|true",
                "false|v2|'\"cpu\",\"pids\"'|true|false|true",
                "true|v2|'\"memory\",\"pids\"'|false|true|true",
                "true|v1|'\"cpu\",\"memory\",\"pids\"'|false|false|false"
            })
    void promisesWhatPodmanHasTheControlGroupsFor(
            boolean rootless, String cgroups, String controllers, boolean cpu, boolean memory, boolean pids) {
        DockerInfo info = podman(rootless, cgroups, controllers);
        assertThat(info.limits().contains(Constraint.CPU)).isEqualTo(cpu);
        assertThat(info.limits().contains(Constraint.MEMORY)).isEqualTo(memory);
        assertThat(info.limits().contains(Constraint.PIDS)).isEqualTo(pids);
        assertThat(info.dialect().limits()).isEqualTo(info.limits());
        assertThat(info.capabilities(false).enforcement(Constraint.MEMORY))
                .isEqualTo(memory ? Enforcement.ENFORCED : Enforcement.UNSUPPORTED);
        assertThat(info.capabilities(false).supports(Capability.PAUSE_RESUME))
                .isEqualTo(!rootless || cgroups.equals("v2"));
        assertThat(info.capabilities(false).supports(Capability.PORT_FORWARD)).isEqualTo(!rootless);
    }

    @Test
    void namesPodmanAndItsCommandAndClaimsNothingOfItsStorage() {
        DockerInfo info = podman(true, "v2", "");
        assertThat(info.dialect().engine()).isEqualTo("podman without root");
        assertThat(info.osType()).isEqualTo("linux");
        assertThat(info.seenBy("docker")).isEqualTo("version 4.3.1, by the command 'docker'");
        assertThat(info.mayLimitDisk()).isFalse();
    }

    @Test
    void refusesASingleRunThatPodmanCannotLimit() {
        assertRefused(
                        ErrorCode.CONSTRAINT_NOT_ENFORCED,
                        () -> podman(true, "v2", "\"memory\",\"pids\"")
                                .dialect()
                                .requireLimits())
                .hasMessageContaining("does not enforce [cpu]");
        podman(false, "v1", "\"memory\",\"pids\",\"cpu\"").dialect().requireLimits();
        Dialect.DOCKER.requireLimits();
    }

    @Test
    void refusesWhatIsNoDaemon() {
        assertRefused(ErrorCode.PROVIDER_UNUSABLE, () -> parse("{\"ServerErrors\": [\"down\"]}"))
                .hasMessageContaining("down");
        assertRefused(ErrorCode.PROVIDER_UNUSABLE, () -> parse("none")).hasMessageContaining("no JSON");
        assertRefused(ErrorCode.PROVIDER_UNUSABLE, () -> parse("{\"host\": {\"serviceIsRemote\": true}}"))
                .hasMessageContaining("elsewhere");
    }
}
