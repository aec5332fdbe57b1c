package ai.tinyhumans.tinybox.docker;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.spec.PortMapping;
import ai.tinyhumans.tinybox.store.BoxState;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DockerInspectTest {

    private static DockerInspect parse(String json) {
        return DockerInspect.parse(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void readsWhatABoxNeedsToKnow() {
        DockerInspect container = parse("""
                {"Id": "f00", "State": {"Status": "exited", "ExitCode": 137},
                 "Config": {"Labels": {"ai.tinyhumans.tinybox": "box-1", "ai.tinyhumans.tinybox.attempt": "t"}},
                 "HostConfig": {"Memory": 67108864, "MemorySwap": 67108865, "CpuQuota": 150000, "PidsLimit": 99},
                 "NetworkSettings": {"Ports": {"80/tcp": [{"HostIp": "127.0.0.1", "HostPort": "49169"}]}}}""");
        assertThat(container.id()).isEqualTo("f00");
        assertThat(container.state()).isEqualTo(BoxState.STOPPED);
        assertThat(container.exitCode()).isEqualTo(137);
        assertThat(container.box()).isEqualTo("box-1");
        assertThat(container.attempt()).isEqualTo("t");
        assertThat(container.memory()).isEqualTo(67_108_864);
        assertThat(container.memoryAndSwap()).isEqualTo(67_108_865);
        assertThat(container.quota()).isEqualTo(150_000);
        assertThat(container.pids()).isEqualTo(99);
        assertThat(container.ports()).containsExactly(PortMapping.fixed(80, 49169));
    }

    @Test
    void readsTheListThatIsPodmansAnswer() {
        assertThat(parse("[{\"Id\": \"f00\", \"State\": {\"Status\": \"paused\"}}]")
                        .state())
                .isEqualTo(BoxState.PAUSED);
    }

    @Test
    void takesAContainerOfSomebodyElseForNoBox() {
        DockerInspect foreign =
                parse("{\"Id\": \"f\", \"State\": {\"Status\": \"running\"}, \"Config\": {\"Labels\": null}}");
        assertThat(foreign.box()).isEmpty();
        assertThat(foreign.attempt()).isEmpty();
        assertThat(foreign.ports()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "running,READY",
        "paused,PAUSED",
        "created,STOPPED",
        "exited,STOPPED",
        "initialized,STOPPED",
        "stopping,STOPPED",
        "stopped,STOPPED",
        "restarting,CREATING",
        "removing,ARCHIVED",
        "dead,FAILED",
        "unheard-of,FAILED"
    })
    void mapsEachStateOfDocker(String status, BoxState state) {
        assertThat(parse("{\"State\": {\"Status\": \"" + status + "\"}}").state())
                .isEqualTo(state);
    }

    @ParameterizedTest // B064
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "[{\"HostIp\":\"0.0.0.0\",\"HostPort\":\"49169\"},{\"HostIp\":\"::\",\"HostPort\":\"49168\"}]|49169",
                "[{\"HostIp\":\"::\",\"HostPort\":\"49168\"},{\"HostIp\":\"0.0.0.0\",\"HostPort\":\"49169\"}]|49169",
                "[{\"HostIp\":\"::\",\"HostPort\":\"49168\"}]|49168",
                "[{\"HostIp\":\"127.0.0.1\",\"HostPort\":\"80\"}]|80"
            })
    void prefersTheIpv4PortOfTwo(String bindings, int port) {
        assertThat(parse("{\"NetworkSettings\": {\"Ports\": {\"80/tcp\": " + bindings + "}}}")
                        .ports())
                .containsExactly(PortMapping.fixed(80, port));
    }

    @Test
    void seesNoPortWhereNoneIsPublished() {
        assertThat(parse("{\"NetworkSettings\": {\"Ports\": {\"80/tcp\": null, \"81/tcp\": []}}}")
                        .ports())
                .isEmpty();
    }

    @Test
    void takesAnythingElseForAFailure() {
        assertRefused(ErrorCode.HOST_FAILED, () -> parse("WARNING: none of it"));
    }
}
