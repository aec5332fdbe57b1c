package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.host.ssh.testkit.SshdOfClass;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.HostClosingContract;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.util.Set;
import org.junit.jupiter.api.extension.RegisterExtension;

@Requires({Facility.LAUNCH, Facility.SSHD})
class SshHostClosingIT extends HostClosingContract {

    @RegisterExtension
    static final SshdOfClass SSHD = SshdOfClass.with();

    @Override
    protected HostProvider provider() {
        return SSHD.host();
    }

    @Override
    protected int rounds() {
        return 8;
    }

    /** The connection goes first: a client that waits for an answer loses it, and one that makes its own may be cut off. */
    @Override
    protected Set<ErrorCode> meanwhile() {
        return Set.of(ErrorCode.HOST_FAILED, ErrorCode.HOST_CONNECTION_LOST, ErrorCode.HOST_UNREACHABLE);
    }
}
