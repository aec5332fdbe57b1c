package ai.tinyhumans.tinybox.docker;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import ai.tinyhumans.tinybox.spec.PortMapping;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A box is made by podman as it is by docker. */
@Requires({Facility.LAUNCH, Facility.PODMAN})
class PodmanCreateIT extends DockerCreateIT {

    @Override
    Engine engine() {
        return Engine.PODMAN;
    }

    /** The file systems of images that do not say it themselves have a root that only a capability could write to. */
    @Test
    void leavesTheRootOfAnImageAsPodmanMakesIt() throws InterruptedException {
        try (Box box = tinybox.create(image("tinybox-debian:12").build())) {
            assertThat(run(box, "stat -c %a /; touch /f; touch /tmp/f && echo written")
                            .stdoutText())
                    .isEqualTo("555\nwritten\n");
        }
    }

    /** Without root a network would end with the command that makes the box; no port is published either. */
    @Override
    @Test
    void saysThatAPortIsTakenAndLeavesNothing() throws InterruptedException, IOException {
        if (!Podman.isRootless()) {
            super.saysThatAPortIsTakenAndLeavesNothing();
            return;
        }
        BoxSpec.Builder connected = directory().network(NetworkPolicy.egress());
        assertRefused(ErrorCode.CAPABILITY_UNSUPPORTED, () -> tinybox.create(connected.build()))
                .hasMessageContaining("no network that stays");
        connected.port(PortMapping.dynamic(80));
        assertRefused(ErrorCode.CAPABILITY_UNSUPPORTED, () -> tinybox.create(connected.build()));
        assertThat(tinybox.list()).isEmpty();
    }

    /** Who is not root may do in the box to a directory of root's what anybody may do to it outside. */
    @Test
    void givesNobodyADirectoryOfSomebodyElse() throws InterruptedException {
        String script = "test -r /workspace && touch /workspace/tinybox-was-here && rm /workspace/tinybox-was-here";
        try (Box box = tinybox.create(
                lenient(WorkspaceSource.localDir(Path.of("/usr/share"))).build())) {
            assertThat(run(box, script).exit().isSuccess()).isEqualTo(!Podman.isRootless());
        }
    }
}
