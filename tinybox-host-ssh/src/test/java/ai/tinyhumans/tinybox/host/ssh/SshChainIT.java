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
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.host.local.LocalHostProvider;
import ai.tinyhumans.tinybox.host.ssh.sync.SyncLimits;
import ai.tinyhumans.tinybox.host.ssh.sync.SyncProgress;
import ai.tinyhumans.tinybox.host.ssh.sync.WorkspaceSync;
import ai.tinyhumans.tinybox.host.ssh.testkit.Sshd;
import ai.tinyhumans.tinybox.host.ssh.testkit.SshdOfClass;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.ProcessId;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.HostContract;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Processes;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A machine that is reached through another: ssh runs on the first, and carries ssh to the second. */
@Requires({Facility.LAUNCH, Facility.SSHD})
@ExtendWith(LeakCheck.class)
class SshChainIT {

    @RegisterExtension
    static final SshdOfClass FIRST = SshdOfClass.with();

    @RegisterExtension
    static final SshdOfClass SECOND = SshdOfClass.with();

    @TempDir
    Path workspace;

    private static HostProvider chained() {
        return SECOND.host(FIRST.host());
    }

    private static Tinybox open() {
        return Tinybox.builder().host(chained()).build();
    }

    private Box box(Tinybox tinybox) throws InterruptedException {
        BoxSpec.Builder spec = BoxSpec.builder(Placement.of("ssh", "passthrough"), WorkspaceSource.localDir(workspace));
        return tinybox.create(spec.accept(Constraint.values()).build());
    }

    @Nested
    class Programs extends HostContract {
        @Override
        protected HostProvider provider() {
            return chained();
        }
    }

    /** What happens between two of the three machines. */
    @Nested
    class Faults {

        @Test
        void endAProgramWhenTheFirstConnectionIsGone() throws IOException, InterruptedException { // B072
            endsAProgramWithTheConnectionsOf(FIRST.server(), "3263");
        }

        @Test
        void endAProgramWhenTheSecondConnectionIsGone() throws IOException, InterruptedException { // B072
            endsAProgramWithTheConnectionsOf(SECOND.server(), "3264");
        }

        private void endsAProgramWithTheConnectionsOf(Sshd sshd, String nap) throws IOException, InterruptedException {
            try (Tinybox tinybox = open();
                    Box box = box(tinybox);
                    Execution running = box.start(Command.of("sleep", nap))) {
                await().until(() -> !Processes.withArgument(nap).isEmpty());
                sshd.stop();
                try {
                    await().atMost(Duration.ofSeconds(10))
                            .until(() -> Processes.withArgument(nap).isEmpty());
                } finally {
                    sshd.restart();
                }
                assertRefused(ErrorCode.HOST_CONNECTION_LOST, running::await);
                assertThat(box.exec(Command.of("true")).exit().isSuccess()).isTrue();
            }
        }

        @Test
        void areToldByTheMachineThatHasThem() throws IOException {
            HostProvider beyond =
                    new SshHostProvider(new HostRef("ssh"), SECOND.target().withPort(1), FIRST.host());
            try (Host host = beyond.open()) {
                assertRefused(ErrorCode.HOST_UNREACHABLE, host::environment).hasMessageContaining("port 1:");
            }
            HostProvider before = SECOND.host(
                    new SshHostProvider(new HostRef("ssh"), FIRST.target().withPort(2), new LocalHostProvider()));
            try (Host host = before.open()) {
                assertRefused(ErrorCode.HOST_UNREACHABLE, host::environment).hasMessageContaining("port 2:");
            }
        }
    }

    @Test
    void aBoxThereRunsCommandsAndSpawnsAndKeepsFiles() throws InterruptedException {
        try (Tinybox tinybox = open();
                Box box = box(tinybox);
                BoxFiles files = box.files()) {
            files.write("in", "read\n".getBytes(StandardCharsets.US_ASCII));
            Command command = Command.of("sh", "-c", "cat - in; echo \"$1\" >&2; exit 7", "sh", "a'\n$b")
                    .stdin(Stdin.bytes("given ".getBytes(StandardCharsets.US_ASCII)));
            ExecResult result = box.exec(command);
            assertThat(result.exit()).isEqualTo(new Exit.Exited(7));
            assertThat(result.stdoutText()).isEqualTo("given read\n");
            assertThat(result.stderrText()).isEqualTo("a'\n$b\n");
            try (Execution cancelled = box.start(Command.of("sh", "-c", "sleep 3266 & wait"))) {
                await().until(() -> !Processes.withArgument("3266").isEmpty());
                cancelled.cancel();
                assertThat(cancelled.await().exit()).isEqualTo(new Exit.Cancelled());
                assertThat(Processes.withArgument("3266")).isEmpty();
            }
            ProcessId spawned = box.spawn(Command.of("sh", "-c", "pwd > out; echo $V >> out; exec sleep 3267")
                    .env("V", "1")); // B042
            await().until(() -> !Processes.withArgument("3267").isEmpty());
            assertThat(files.read("out")).asString(StandardCharsets.UTF_8).isEqualTo(workspace + "\n1\n");
            box.stop(spawned);
            assertThat(Processes.withArgument("3267")).isEmpty();
        }
    }

    @Test
    void aWorkspaceIsSyncedThere() throws IOException, InterruptedException {
        Path here = Files.createDirectory(workspace.resolve("here"));
        Path there = workspace.resolve("there");
        Files.writeString(here.resolve("a"), "x".repeat(300_000));
        try (Tinybox tinybox = open()) {
            WorkspaceSync sync = new WorkspaceSync(
                    tinybox.on(new HostRef("ssh")), new HostPath(there.toString()), SyncLimits.DEFAULT);
            assertThat(sync.run(here, SyncProgress.NONE).sent()).isEqualTo(1);
            assertThat(there.resolve("a")).hasSize(300_000);
            assertThat(sync.run(here, SyncProgress.NONE).isUnchanged()).isTrue();
        }
    }
}
