package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.host.local.LocalHostProvider;
import ai.tinyhumans.tinybox.host.ssh.testkit.Sshd;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.HostContract;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

@Requires({Facility.LAUNCH, Facility.SSHD})
class SshHostContractIT extends HostContract {

    private static Sshd sshd;

    @BeforeAll
    static void startSshd() throws IOException, InterruptedException {
        sshd = Sshd.start();
    }

    @AfterAll
    static void stopSshd() throws IOException {
        sshd.close();
    }

    @Override
    protected HostProvider provider() {
        return new SshHostProvider(new HostRef("ssh"), sshd.target(), new LocalHostProvider());
    }
}
