package ai.tinyhumans.tinybox.host.local.syscall;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Descriptors that go from one process to another: SCM_RIGHTS of unix(7). */
public final class Rights {

    private static final int AF_UNIX = 1; // linux/socket.h
    private static final int SOCK_SEQPACKET = 5; // linux/net.h
    private static final int SOCK_CLOEXEC = 0x80000; // O_CLOEXEC
    private static final int MSG_NOSIGNAL = 0x4000; // linux/socket.h
    private static final int SOL_SOCKET = 1; // asm-generic/socket.h
    private static final int SCM_RIGHTS = 1; // linux/socket.h

    // struct msghdr of Linux for 64 bits, little endian: name, iov, control, each an address and a length; flags
    private static final int HEADER_BYTES = 56;
    private static final int HEADER_IOV = 16;
    private static final int HEADER_CONTROL = 32;

    private static final int IOVEC_BYTES = 16;
    private static final int CONTROL_HEADER_BYTES = 16; // struct cmsghdr: length, level, type

    private Rights() {}

    /** Makes two sockets that are connected, each message of which arrives whole or not at all. */
    public static int[] pair() {
        int[] ends = new int[2];
        Libc.check("socketpair", "AF_UNIX", () -> Libc.socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends));
        return ends;
    }

    /** Sends one byte and descriptors. */
    public static void send(int socket, int... descriptors) {
        int length = CONTROL_HEADER_BYTES + descriptors.length * Integer.BYTES;
        int padded = (length + 7) & ~7; // CMSG_SPACE
        int iov = HEADER_BYTES;
        int control = iov + IOVEC_BYTES;
        int payload = control + padded;
        ByteBuffer message = ByteBuffer.allocateDirect(payload + 1).order(ByteOrder.nativeOrder());
        long address = Libc.address(message);
        message.putLong(HEADER_IOV, address + iov).putLong(HEADER_IOV + Long.BYTES, 1);
        message.putLong(HEADER_CONTROL, address + control).putLong(HEADER_CONTROL + Long.BYTES, padded);
        message.putLong(iov, address + payload).putLong(iov + Long.BYTES, 1);
        message.position(control);
        message.putLong(length).putInt(SOL_SOCKET).putInt(SCM_RIGHTS);
        for (int descriptor : descriptors) {
            message.putInt(descriptor);
        }
        message.position(0);
        Libc.check("sendmsg", "SCM_RIGHTS", () -> (int) Libc.sendmsg(socket, message, MSG_NOSIGNAL));
    }
}
