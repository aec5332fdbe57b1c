package ai.tinyhumans.tinybox.linux.namespace;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.linux.BoxCase;
import ai.tinyhumans.tinybox.spec.EgressAllowlist;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

/** What the network of a box is by its policy. That of boxes it is denied to is in the contract of escapes. */
@Requires(Facility.BUBBLEWRAP)
class NamespaceNetworkIT extends BoxCase {

    @Override
    protected Placement placement() {
        return Placement.of("local", "namespace");
    }

    @Test
    void refusesAnAllowlist() {
        assertRefused(
                        ErrorCode.CONSTRAINT_NOT_ENFORCED,
                        () -> tinybox.create(
                                spec().network(NetworkPolicy.allowlist(EgressAllowlist.of("example.com", 443)))
                                        .build()))
                .hasMessageContaining("no egress allowlist");
        assertThat(tinybox.list()).isEmpty();
    }

    @Test
    @Requires(Facility.PYTHON)
    void letsConnectionsOutAndNoneInIfThatIsThePolicy() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                Box box = tinybox.create(spec().network(NetworkPolicy.egress()).build())) {
            ExecResult result = box.exec(python("""
                    import socket, sys
                    socket.create_connection(('127.0.0.1', int(sys.argv[1]))).close()
                    print('out')
                    s = socket.socket()
                    s.bind(('127.0.0.1', 0))
                    s.listen()
                    """, Integer.toString(server.getLocalPort())));
            assertThat(result.stdoutText()).isEqualTo("out\n");
            assertThat(result.stderrText()).contains("PermissionError");
            server.accept().close();
        }
    }

    @Test
    @Requires(Facility.PYTHON)
    void sharesTheHostsNetworkIfThatIsOpen() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                Box box = tinybox.create(spec().network(NetworkPolicy.open()).build())) {
            ExecResult result = box.exec(python(
                    "import socket, sys; socket.create_connection(('127.0.0.1', int(sys.argv[1]))).close()",
                    Integer.toString(server.getLocalPort())));
            assertThat(result.exit()).as(result::stderrText).isEqualTo(new Exit.Exited(0));
            server.accept().close();
        }
    }
}
