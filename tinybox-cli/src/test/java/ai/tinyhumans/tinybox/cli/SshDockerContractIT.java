package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.docker.DockerContract;
import ai.tinyhumans.tinybox.host.ssh.testkit.SshdOfClass;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.SandboxRef;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.util.Optional;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Docker on the other side of ssh keeps what it keeps here: no code is for the pair. */
@Requires({Facility.LAUNCH, Facility.SSHD, Facility.DOCKER})
class SshDockerContractIT extends DockerContract {

    @RegisterExtension
    static final SshdOfClass SSHD = SshdOfClass.with("SetEnv TINYBOX_DOCKER_NAMESPACE=far DOCKER_HOST="
            + Optional.ofNullable(System.getenv("DOCKER_HOST")).orElse("unix:///var/run/docker.sock"));

    @Override
    protected Placement placement() {
        return new Placement(SSHD.target().address(), new SandboxRef("docker"));
    }
}
