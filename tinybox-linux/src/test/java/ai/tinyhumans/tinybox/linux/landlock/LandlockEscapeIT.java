package ai.tinyhumans.tinybox.linux.landlock;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.linux.EscapeContract;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

@Requires({Facility.LANDLOCK, Facility.PYTHON})
class LandlockEscapeIT extends EscapeContract {

    @Override
    protected Placement placement() {
        return Placement.of("local", "landlock");
    }

    /** Landlock does not govern them: a program can change those of every file its user owns. */
    @Override
    protected boolean keepsModesAndTimes() {
        return false;
    }

    @Test
    void hasNoCapabilityWhoeverRunsIt() throws Exception {
        try (Box box = create()) {
            assertThat(box.exec(python("""
                            import ctypes
                            header, data = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
                            print(ctypes.CDLL(None).capget(header, data), list(data))
                            """)).stdoutText()).isEqualTo("0 [0, 0, 0, 0, 0, 0]\n");
        }
    }

    @Test
    void reachesTheNetworkOnlyByTheInternetsSocketsIfItIsOpen() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                Box box = tinybox.create(spec().network(NetworkPolicy.open()).build())) {
            ExecResult result = box.exec(python("""
                    import socket, sys
                    socket.create_connection(('127.0.0.1', int(sys.argv[1]))); print('connected')
                    socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                    for family, type in ((socket.AF_UNIX, socket.SOCK_STREAM), (socket.AF_UNIX, socket.SOCK_DGRAM)):
                        try: socket.socket(family, type); print('made')
                        except PermissionError: pass
                    try: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM); print('made')
                    except PermissionError: pass
                    """, Integer.toString(server.getLocalPort())));
            assertThat(result.stdoutText()).as(result.stderrText()).isEqualTo("connected\n");
        }
    }

    @Test
    void doesNotSeeWhatOtherBoxesKeep() throws Exception {
        try (Box mine = create();
                Box other = create()) {
            String scratch = other.exec(sh("echo secret > $TMPDIR/f; echo $TMPDIR"))
                    .stdoutText()
                    .strip();
            ExecResult result = mine.exec(sh("cat $1/f; ls $1; ls /tmp; [ $1 != $TMPDIR ]", scratch));
            assertThat(result.stdout()).isEmpty();
            assertThat(result.exit().isSuccess()).isTrue();
        }
    }

    @Test
    void leavesNoTemporaryFileBehind() throws Exception {
        String scratch = run("mkdir -p $TMPDIR/a/b && chmod 0 $TMPDIR/a && echo $TMPDIR")
                .stdoutText()
                .strip();
        assertThat(Path.of(scratch)).isAbsolute().doesNotExist();
    }
}
