package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.docker.DockerContract;
import ai.tinyhumans.tinybox.host.ssh.testkit.Sshd;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.SandboxRef;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Docker on the other side of ssh keeps what it keeps here: no code is for the pair. */
@Requires({Facility.LAUNCH, Facility.SSHD, Facility.DOCKER})
class SshDockerContractIT extends DockerContract {

    private static Sshd sshd;

    @BeforeAll
    static void startSshd() throws IOException, InterruptedException {
        sshd = Sshd.start("SetEnv TINYBOX_DOCKER_NAMESPACE=far DOCKER_HOST="
                + Optional.ofNullable(System.getenv("DOCKER_HOST")).orElse("unix:///var/run/docker.sock"));
    }

    @AfterAll
    static void stopSshd() throws IOException {
        sshd.close();
    }

    @Override
    protected Placement placement() {
        return new Placement(sshd.target().address(), new SandboxRef("docker"));
    }
}
