package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.host.ssh.testkit.Sshd;
import ai.tinyhumans.tinybox.linux.namespace.NamespaceContractIT;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.SandboxRef;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Namespaces on the other side of ssh keep what they keep here: no code is for the pair. */
@Requires({Facility.LAUNCH, Facility.SSHD, Facility.BUBBLEWRAP})
class SshNamespaceContractIT extends NamespaceContractIT {

    private static Sshd sshd;

    @BeforeAll
    static void startSshd() throws IOException, InterruptedException {
        sshd = Sshd.start();
    }

    @AfterAll
    static void stopSshd() throws IOException {
        sshd.close();
    }

    /** Bubblewrap says the same of both, and nobody asks the far side once more. */
    @Override
    protected ErrorCode ofADirectory() {
        return ErrorCode.LAUNCH_NOT_EXECUTABLE;
    }

    @Override
    protected Placement placement() {
        return new Placement(sshd.target().address(), new SandboxRef("namespace"));
    }
}
