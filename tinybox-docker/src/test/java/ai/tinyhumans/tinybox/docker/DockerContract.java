package ai.tinyhumans.tinybox.docker;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.capability.Capability;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.capability.SnapshotSupport;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.LimitKind;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.PortMapping;
import ai.tinyhumans.tinybox.spec.SnapshotId;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import ai.tinyhumans.tinybox.testkit.SandboxContract;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** What boxes of docker must do, whatever they start from. */
@Requires({Facility.LAUNCH, Facility.DOCKER})
@SuppressWarnings("exports") // tests have no module of their own, and no module reads them
public abstract class DockerContract extends SandboxContract {

    /** For subclasses, those on another host among them. */
    protected DockerContract() {}

    @Override
    protected Placement placement() {
        return Placement.of("local", "docker");
    }

    @Override
    protected SandboxCapabilities declared() {
        return new SandboxCapabilities(
                IsolationLevel.KERNEL,
                SnapshotSupport.FILESYSTEM,
                Set.of(Capability.FORK, Capability.PORT_FORWARD, Capability.DETACH, Capability.PAUSE_RESUME),
                Map.of(
                        Constraint.FILESYSTEM, Enforcement.ENFORCED,
                        Constraint.NETWORK, Enforcement.ENFORCED,
                        Constraint.CPU, Enforcement.ENFORCED,
                        Constraint.MEMORY, Enforcement.ENFORCED,
                        Constraint.PIDS, Enforcement.ENFORCED));
    }

    @Override
    protected void proveConstraint(Constraint constraint, Box box) throws InterruptedException {
        switch (constraint) {
            case FILESYSTEM -> {
                assertThat(sh(box, "cat /proc/1/root/etc/shadow /host 2>&1")
                                .exit()
                                .isSuccess())
                        .isFalse();
                assertThat(sh(box, "grep -c '^Cap.*:.0000000000000000$' /proc/self/status")
                                .stdoutText())
                        .isEqualTo("5\n");
            }
            case NETWORK ->
                assertThat(sh(box, "ls /sys/class/net").stdoutText()).isEqualTo("lo\n");
            case CPU ->
                assertThat(sh(box, "cat /sys/fs/cgroup/cpu.max /sys/fs/cgroup/cpu/cpu.cfs_quota_us 2>/dev/null")
                                .stdoutText())
                        .startsWith("200000");
            case MEMORY -> proveMemory(box);
            case PIDS ->
                assertThat(sh(box, "cat /sys/fs/cgroup/pids.max /sys/fs/cgroup/pids/pids.max 2>/dev/null")
                                .stdoutText())
                        .isEqualTo("512\n");
            case DISK, SUBPROCESS -> super.proveConstraint(constraint, box);
        }
    }

    /** 3 GiB do not fit into 2: whoever holds them is killed, and that is told from any other kill. */
    private static void proveMemory(Box box) throws InterruptedException {
        Exit exit = sh(box, "exec dd if=/dev/zero of=/dev/null bs=3221225472 count=1")
                .exit();
        assertThat(exit).isEqualTo(new Exit.LimitHit(LimitKind.MEMORY, 2L << 30));
    }

    static ExecResult sh(Box box, String script) throws InterruptedException {
        return box.exec(Command.of("sh", "-c", script));
    }

    @Override
    protected void proveCapability(Capability capability) throws InterruptedException {
        switch (capability) {
            case PAUSE_RESUME -> provePause();
            case FILESYSTEM_SNAPSHOT, FORK -> proveFork();
            case PORT_FORWARD -> provePort();
            case MEMORY_SNAPSHOT, DETACH -> super.proveCapability(capability);
        }
    }

    /** The way to what runs in a container is gone with that, so nobody knows how it ended. */
    @Override
    protected void assertEndedWithItsBox(Execution execution, Exit exit) {
        assertThatExceptionOfType(TinyboxException.class)
                .isThrownBy(execution::await)
                .extracting(TinyboxException::code)
                .isIn(ErrorCode.BOX_GONE, ErrorCode.EXEC_CONNECTION_LOST);
    }

    private void provePause() throws InterruptedException {
        try (Box box = create();
                Execution counting = box.startCollected(Command.of("sh", "-c", "echo up; sleep 0.2; echo on"))) {
            assertThat(counting.read(0, Duration.ofSeconds(20)).chunks()).isNotEmpty();
            box.pause();
            assertThat(box.info().state()).hasToString("paused");
            assertRefused(ErrorCode.BOX_STATE, () -> box.exec(Command.of("true")));
            box.resume();
            assertThat(counting.collect().stdoutText()).isEqualTo("up\non\n");
        }
    }

    /** What a box wrote is in the fork of its snapshot, and what the fork writes is not in the box. */
    private void proveFork() throws InterruptedException {
        try (Box box = create()) {
            sh(box, "echo kept > /tmp/kept").orThrow();
            SnapshotId snapshot = box.snapshot(SnapshotSupport.FILESYSTEM);
            assertThat(tinybox.snapshots(placement())).contains(snapshot);
            BoxSpec spec = BoxSpec.builder(placement(), WorkspaceSource.snapshot(snapshot))
                    .accept(lenient().build().accepted().toArray(Constraint[]::new))
                    .build();
            try (Box fork = tinybox.create(spec)) {
                assertThat(sh(fork, "cat /tmp/kept; echo mine > /tmp/mine").stdoutText())
                        .isEqualTo("kept\n");
                assertRefused(ErrorCode.CLEANUP_FAILED, () -> tinybox.deleteSnapshot(placement(), snapshot));
            }
            assertThat(sh(box, "cat /tmp/mine").exit()).isEqualTo(new Exit.Exited(1));
            tinybox.deleteSnapshot(placement(), snapshot);
            tinybox.deleteSnapshot(placement(), snapshot);
            assertThat(tinybox.snapshots(placement())).doesNotContain(snapshot);
            assertRefused(ErrorCode.SOURCE_UNAVAILABLE, () -> tinybox.create(spec));
        }
    }

    /** A server in the box is reached on the loopback address of the host, on the port that is told. */
    private void provePort() throws InterruptedException {
        String server = "if command -v nc >/dev/null; then exec nc -l -p 8080 -e echo served; fi; exec python3 -c"
                + " 'import socket; s = socket.create_server((\"\", 8080)); s.accept()[0].send(b\"served\\n\")'";
        BoxSpec spec = lenient()
                .network(NetworkPolicy.egress())
                .port(PortMapping.dynamic(8080))
                .build();
        try (Box box = tinybox.create(spec);
                Execution serving = box.start(Command.of("sh", "-c", server))) {
            assertThat(box.ports()).extracting(PortMapping::guest).containsExactly(8080);
            int port = box.ports().first().host().orElseThrow();
            await().atMost(Duration.ofSeconds(20)).until(() -> read(port), "served\n"::equals);
            assertThat(serving.await().exit().isSuccess()).isTrue();
        }
    }

    private static String read(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException notYet) {
            return "";
        }
    }
}
