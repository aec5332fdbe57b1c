package ai.tinyhumans.tinybox.host.ssh;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.BoxFiles;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.host.ssh.testkit.NetworkOfTest;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.ProcessId;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Processes;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A network that drops packets and tells nobody: neither end hears of it, and both must find out. */
@Requires({Facility.LAUNCH, Facility.SSHD, Facility.NETWORK_NAMESPACE})
@ExtendWith(LeakCheck.class)
@Timeout(120)
class SilentNetworkIT {

    private static NetworkOfTest network;

    @TempDir
    Path workspace;

    @BeforeAll
    static void openNetwork() throws IOException, InterruptedException {
        network = NetworkOfTest.open();
    }

    @AfterAll
    static void closeNetwork() throws IOException {
        network.close();
    }

    private Box box(Tinybox tinybox) throws InterruptedException {
        BoxSpec.Builder spec = BoxSpec.builder(Placement.of("ssh", "passthrough"), WorkspaceSource.localDir(workspace));
        return tinybox.create(spec.accept(Constraint.values()).build());
    }

    private static Tinybox open() throws IOException {
        return Tinybox.builder().host(network.host()).build();
    }

    @Test
    void endsWhatRanThereAndTellsItHereAndLeavesWhatWasSpawned() throws IOException, InterruptedException { // B072
        try (Tinybox tinybox = open();
                Box box = box(tinybox);
                BoxFiles files = box.files();
                Execution running = box.start(Command.of("sh", "-c", "setsid sleep 3268 & sleep 3268"))) {
            ProcessId spawned = box.spawn(Command.of("sleep", "3269"));
            files.write("f", new byte[1]);
            await().until(() -> Processes.withArgument("3268").size() == 2);
            network.fallSilent();
            try {
                await().atMost(Duration.ofSeconds(10))
                        .until(() -> Processes.withArgument("3268").isEmpty());
                assertRefused(ErrorCode.HOST_CONNECTION_LOST, running::await);
                assertRefused(ErrorCode.HOST_CONNECTION_LOST, () -> files.stat("f"));
                assertThat(network.server().connections()).isEmpty();
            } finally {
                network.speak();
            }
            assertThat(box.exec(Command.of("true")).exit().isSuccess()).isTrue();
            assertThat(box.isRunning(spawned)).isTrue();
        }
        assertThat(Processes.withArgument("3269")).isEmpty();
    }

    @Test
    void isTakenForAMachineThatCannotBeReached() throws IOException, InterruptedException {
        network.fallSilent();
        try (Tinybox tinybox = open()) {
            assertRefused(ErrorCode.HOST_UNREACHABLE, () -> box(tinybox));
        } finally {
            network.speak();
        }
    }
}
