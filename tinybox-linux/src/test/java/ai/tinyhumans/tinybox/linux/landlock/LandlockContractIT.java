package ai.tinyhumans.tinybox.linux.landlock;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.capability.Capability;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.capability.SnapshotSupport;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import ai.tinyhumans.tinybox.testkit.SandboxContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Set;

@Requires({Facility.LANDLOCK, Facility.BASH})
class LandlockContractIT extends SandboxContract {

    @Override
    protected Placement placement() {
        return Placement.of("local", "landlock");
    }

    @Override
    protected SandboxCapabilities declared() {
        return new SandboxCapabilities(
                IsolationLevel.PROCESS,
                SnapshotSupport.NONE,
                Set.of(Capability.DETACH),
                Map.of(Constraint.FILESYSTEM, Enforcement.ENFORCED, Constraint.NETWORK, Enforcement.ENFORCED));
    }

    @Override
    protected void proveConstraint(Constraint constraint, Box box) throws InterruptedException {
        switch (constraint) {
            case FILESYSTEM -> {
                assertThat(box.exec(Command.of("ls", "/")).exit().isSuccess()).isFalse();
                assertThat(box.exec(Command.of("ls", "/usr")).exit().isSuccess())
                        .isTrue();
            }
            case NETWORK -> proveNetworkDenied(box);
            default -> super.proveConstraint(constraint, box);
        }
    }

    private static void proveNetworkDenied(Box box) throws InterruptedException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ExecResult result =
                    box.exec(Command.of("bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/" + server.getLocalPort()));
            assertThat(result.exit().isSuccess()).isFalse();
            assertThat(result.stderrText()).contains("Operation not permitted");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
