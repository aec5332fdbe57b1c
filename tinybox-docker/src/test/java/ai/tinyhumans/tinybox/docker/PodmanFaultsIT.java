package ai.tinyhumans.tinybox.docker;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What others do to a box of podman. */
@Requires({Facility.LAUNCH, Facility.PODMAN})
class PodmanFaultsIT extends DockerFaultsIT {

    @Override
    Engine engine() {
        return Engine.PODMAN;
    }

    @Override
    @Test
    void saysThatAContainerWasPausedByOthers() throws InterruptedException {
        if (Podman.pauses()) {
            super.saysThatAContainerWasPausedByOthers();
            return;
        }
        try (Box box = tinybox.create(directory().build())) {
            assertThat(docker("pause", container(box))).contains("can not pause");
        }
    }

    /** It has no daemon: what is named is a connection to a podman elsewhere, of which nothing is known. */
    @Override
    @Test
    void usesTheDaemonThatIsNamedAndNoOther() throws Exception {
        String address = "unix://" + workspace.resolve("s");
        try (Tinybox elsewhere = Tinybox.builder()
                .host(HostWith.variables(Map.of(DockerProvider.COMMAND, "podman", "CONTAINER_HOST", address)))
                .build()) {
            assertRefused(ErrorCode.PROVIDER_UNUSABLE, () -> elsewhere.capabilities(DOCKER))
                    .hasMessageContaining("no podman answers");
            Process service = new ProcessBuilder("podman", "system", "service", "--time", "0", address)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(workspace.resolve("s")));
                assertRefused(ErrorCode.PROVIDER_UNUSABLE, () -> elsewhere.capabilities(DOCKER))
                        .hasMessageContaining("only a connection");
            } finally {
                service.destroy();
                service.onExit().join();
            }
        }
    }
}
