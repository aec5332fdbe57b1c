package ai.tinyhumans.tinybox.host.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.host.ssh.sync.SyncLimits;
import ai.tinyhumans.tinybox.host.ssh.sync.SyncProgress;
import ai.tinyhumans.tinybox.host.ssh.sync.WorkspaceSync;
import ai.tinyhumans.tinybox.host.ssh.testkit.BusyBoxMachine;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.HostContract;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A machine whose login shell, and every tool, is BusyBox's. */
@Requires({Facility.LAUNCH, Facility.SSHD, Facility.BUSYBOX_MACHINE})
class BusyBoxMachineIT {

    @RegisterExtension
    static final BusyBoxMachine MACHINE = new BusyBoxMachine();

    @Nested
    class Programs extends HostContract {
        @Override
        protected HostProvider provider() {
            return MACHINE.host();
        }
    }

    @Nested
    class Boxes extends PassthroughOverSsh {
        @Override
        HostProvider host() {
            return MACHINE.host();
        }
    }

    @Nested
    class WorkspaceFiles extends FilesOverSsh {
        @Override
        HostProvider host() {
            return MACHINE.host();
        }
    }

    @Test
    void aWorkspaceIsSyncedThere(@TempDir Path parent) throws IOException, InterruptedException {
        Path here = Files.createDirectory(parent.resolve("here"));
        Path there = parent.resolve("there");
        Files.writeString(here.resolve("a"), "x".repeat(300_000));
        Files.writeString(here.resolve("b"), "");
        try (Tinybox tinybox = Tinybox.builder().host(MACHINE.host()).build()) {
            WorkspaceSync sync = new WorkspaceSync(
                    tinybox.on(new HostRef("ssh")), new HostPath(there.toString()), SyncLimits.DEFAULT);
            assertThat(sync.run(here, SyncProgress.NONE).sent()).isEqualTo(2);
            assertThat(there.resolve("a")).hasSize(300_000);
            assertThat(sync.run(here, SyncProgress.NONE).isUnchanged()).isTrue();
            Files.delete(here.resolve("b"));
            assertThat(sync.run(here, SyncProgress.NONE).removed()).isEqualTo(1);
            assertThat(there.resolve("b")).doesNotExist();
        }
    }
}
