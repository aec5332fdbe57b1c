package ai.tinyhumans.tinybox.host.ssh;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.host.local.LocalHostProvider;
import ai.tinyhumans.tinybox.host.ssh.testkit.SshdOfClass;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.spi.Passage;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Ports of another machine, on this one. */
@Requires({Facility.LAUNCH, Facility.SSHD})
@ExtendWith(LeakCheck.class)
class TunnelIT {

    @RegisterExtension
    static final SshdOfClass SSHD = SshdOfClass.with();

    /** Answers one connection with what it reads first, and holds it until the other side closes it. */
    private static CompletableFuture<Void> echo(ServerSocket server) {
        return CompletableFuture.runAsync(() -> {
            try (Socket socket = server.accept()) {
                byte[] word = socket.getInputStream().readNBytes(4);
                socket.getOutputStream().write(word);
                while (socket.getInputStream().read() >= 0) {
                    // until the end
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    private static void bringsBytesBothWaysUntilItIsClosed(HostProvider provider) throws Exception {
        try (Host host = provider.open();
                ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> echo = echo(server);
            Passage passage = host.forward(server.getLocalPort());
            assertThat(passage.isOpen()).isTrue();
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), passage.port())) {
                socket.getOutputStream().write("ping".getBytes(StandardCharsets.US_ASCII));
                assertThat(socket.getInputStream().readNBytes(4))
                        .asString(StandardCharsets.US_ASCII)
                        .isEqualTo("ping");
                passage.close();
                assertThat(socket.getInputStream().read()).isEqualTo(-1);
            }
            echo.get();
            assertThat(passage.isOpen()).isFalse();
            assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), passage.port()).close())
                    .isInstanceOf(ConnectException.class);
            passage.close();
        }
    }

    @Test // B071
    void bringBytesBothWaysUntilTheyAreClosed() throws Exception {
        bringsBytesBothWaysUntilItIsClosed(SSHD.host());
    }

    @Test
    void leadThroughAnotherMachine() throws Exception {
        bringsBytesBothWaysUntilItIsClosed(SSHD.host(SSHD.host()));
    }

    @Test
    void sayWhatSshSays() {
        HostProvider provider =
                new SshHostProvider(new HostRef("ssh"), SSHD.target().withPort(1), new LocalHostProvider());
        try (Host host = provider.open()) {
            assertRefused(ErrorCode.HOST_UNREACHABLE, () -> host.forward(80))
                    .hasMessageContaining("Connection refused");
        }
    }
}
