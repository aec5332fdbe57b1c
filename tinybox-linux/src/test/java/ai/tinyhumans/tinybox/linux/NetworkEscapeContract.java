package ai.tinyhumans.tinybox.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The part of {@link EscapeContract} that is about the network, which the boxes are denied. */
@Requires(Facility.PYTHON)
abstract class NetworkEscapeContract extends BoxCase {

    /** Answers each of some calls of the C library with the name of the error, or 'done'. */
    static final String CALLS = """
            import ctypes, errno, sys
            c = ctypes.CDLL(None, use_errno=True)
            def call(name, *arguments):
                result = getattr(c, name)(*arguments)
                print(name, 'done' if result >= 0 else errno.errorcode[ctypes.get_errno()])
            """;

    /** Runs a program and checks that each call it makes was refused. */
    final void assertRefused(String calls, String... arguments) throws InterruptedException {
        try (Box box = create()) {
            ExecResult result = box.exec(python(CALLS + calls, arguments));
            assertThat(result.stderrText()).isEmpty();
            assertThat(result.stdoutText().lines())
                    .isNotEmpty()
                    .allMatch(line -> !line.endsWith(" done") && line.indexOf(' ') > 0);
        }
    }

    @Test
    void reachesNoServerOfTheHost() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(200);
            String port = Integer.toString(server.getLocalPort());
            try (Box box = create()) {
                ExecResult result = box.exec(python("""
                        import socket, sys
                        for family, host in ((socket.AF_INET, '127.0.0.1'), (socket.AF_INET6, '::1'), (socket.AF_INET, '1.1.1.1')):
                            try:
                                with socket.socket(family, socket.SOCK_STREAM) as s:
                                    s.settimeout(2)
                                    s.connect((host, int(sys.argv[1])))
                                    print('connected', host)
                            except OSError:
                                pass
                        """, port));
                assertThat(result.exit().isSuccess()).as(result::stderrText).isTrue();
                assertThat(result.stdoutText()).isEmpty();
            }
            assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void sendsNoDatagramToTheHost() throws Exception {
        try (DatagramSocket receiver = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                Box box = create()) {
            receiver.setSoTimeout(200);
            box.exec(python("""
                    import socket, sys
                    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', int(sys.argv[1])))
                    """, Integer.toString(receiver.getLocalPort())));
            assertThatThrownBy(() -> receiver.receive(new DatagramPacket(new byte[8], 8)))
                    .isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void reachesNoSocketOfTheHostByItsName() throws Exception {
        Path socket = outside.resolve("socket");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            server.configureBlocking(false);
            try (Box box = create()) {
                ExecResult result = box.exec(python("""
                        import socket, sys
                        socket.socket(socket.AF_UNIX, socket.SOCK_STREAM).connect(sys.argv[1])
                        """, socket.toString()));
                assertThat(result.exit().isSuccess()).isFalse();
            }
            assertThat(server.accept()).isNull();
        }
    }

    @Test
    void makesNoSocketOfAForeignFamily() throws Exception {
        assertRefused("""
                for family in (5, 9, 15, 17, 29, 30, 31, 38, 40, 44):
                    call('socket', family, 3, 0)
                    call('socket', family, 2, 0)
                for protocol in (9, 15, 16):
                    call('socket', 16, 3, protocol)
                call('socket', 2, 3, 1)
                """);
    }
}
