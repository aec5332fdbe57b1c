package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.capability.Capability;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.capability.SnapshotSupport;
import ai.tinyhumans.tinybox.host.local.LocalHostProvider;
import ai.tinyhumans.tinybox.host.ssh.testkit.Sshd;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import ai.tinyhumans.tinybox.testkit.SandboxContract;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The sandbox that confines nothing, on the other side of ssh: no code is for the pair. */
@Requires({Facility.LAUNCH, Facility.SSHD})
class SshPassthroughContractIT extends SandboxContract {

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
    protected Tinybox.Builder tinyboxBuilder() {
        return Tinybox.builder().host(new SshHostProvider(new HostRef("ssh"), sshd.target(), new LocalHostProvider()));
    }

    @Override
    protected Placement placement() {
        return Placement.of("ssh", "passthrough");
    }

    @Override
    protected SandboxCapabilities declared() {
        return new SandboxCapabilities(IsolationLevel.NONE, SnapshotSupport.NONE, Set.of(Capability.DETACH), Map.of());
    }
}
