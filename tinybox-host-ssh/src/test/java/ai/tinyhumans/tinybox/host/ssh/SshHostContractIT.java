package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.host.ssh.testkit.SshdOfClass;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.HostContract;
import ai.tinyhumans.tinybox.testkit.Requires;
import org.junit.jupiter.api.extension.RegisterExtension;

@Requires({Facility.LAUNCH, Facility.SSHD})
class SshHostContractIT extends HostContract {

    @RegisterExtension
    static final SshdOfClass SSHD = SshdOfClass.with();

    @Override
    protected HostProvider provider() {
        return SSHD.host();
    }
}
