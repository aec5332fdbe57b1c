package ai.tinyhumans.tinybox.host.local.syscall;

import java.nio.ByteBuffer;

/** A pipe to oneself that ends a wait for descriptors. */
final class Wakeup {

    /** The token it is watched under; no other descriptor has it. */
    static final long TOKEN = -1;

    private static final int DRAIN_BYTES = 64;

    private final int[] ends = Fd.pipe();
    private final ByteBuffer one = ByteBuffer.allocateDirect(1);
    private final ByteBuffer drain = ByteBuffer.allocateDirect(DRAIN_BYTES);

    Wakeup() {
        Fd.setNonBlocking(ends[0]);
        Fd.setNonBlocking(ends[1]);
    }

    int fd() {
        return ends[0];
    }

    void signal() {
        try {
            Fd.write(ends[1], one, 1);
        } catch (SyscallException full) {
            requireAgain(full); // a full pipe wakes as well
        }
    }

    void consume() {
        try {
            while (Fd.read(ends[0], drain, DRAIN_BYTES) == DRAIN_BYTES) {
                drain.clear();
            }
        } catch (SyscallException empty) {
            requireAgain(empty);
        }
        drain.clear();
    }

    private static void requireAgain(SyscallException e) {
        if (e.errno() != Errno.EAGAIN) {
            throw e;
        }
    }

    void close() {
        Fd.close(ends[0]);
        Fd.close(ends[1]);
    }
}
