package ai.tinyhumans.tinybox.host.local.syscall;

import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A pipe to oneself that ends a wait for descriptors. Whoever signals may be late: once this is closed a signal does nothing,
 * rather than write to whatever has the number by then.
 */
final class Wakeup {

    /** The token it is watched under; no other descriptor has it. */
    static final long TOKEN = -1;

    private static final int DRAIN_BYTES = 64;

    private final int[] ends = Fd.pipe();
    private final ByteBuffer one = ByteBuffer.allocateDirect(1);
    private final ByteBuffer drain = ByteBuffer.allocateDirect(DRAIN_BYTES);
    private final ReentrantLock closing = new ReentrantLock();
    private boolean closed;

    Wakeup() {
        Fd.setNonBlocking(ends[0]);
        Fd.setNonBlocking(ends[1]);
    }

    int fd() {
        return ends[0];
    }

    void signal() {
        closing.lock();
        try {
            if (!closed) {
                Fd.write(ends[1], one, 1);
            }
        } catch (SyscallException full) {
            requireAgain(full); // a full pipe wakes as well
        } finally {
            closing.unlock();
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
        closing.lock();
        try {
            closed = true;
            Fd.close(ends[0]);
            Fd.close(ends[1]);
        } finally {
            closing.unlock();
        }
    }
}
