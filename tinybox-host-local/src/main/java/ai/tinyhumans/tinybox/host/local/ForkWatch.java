package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Tells whether any process or thread has come into being since a certain one: the last field of {@code /proc/loadavg} is
 * the number handed out last in this pid namespace, descendants in inner namespaces included (proc(5)). While a process is
 * not reaped its number is not handed out again, so if its number is still the last, it has no descendant: one short read
 * instead of a look at every process. Thread-safe.
 */
final class ForkWatch implements AutoCloseable {

    private static final String FILE = "/proc/loadavg";

    /** Five numbers and blanks: far below this. */
    private static final int LINE_BYTES = 128;

    private final int fd;
    private final boolean trusted;
    private final ReentrantLock lock = new ReentrantLock();
    private final ByteBuffer line = ByteBuffer.allocateDirect(LINE_BYTES);

    ForkWatch() {
        fd = Fd.open(FILE, Fd.O_RDONLY);
        trusted = Handouts.isFromTheKernel(FILE);
    }

    boolean newestIs(int pid) {
        if (!trusted) {
            return false;
        }
        lock.lock();
        try {
            line.clear();
            Fd.pread(fd, line, LINE_BYTES, 0);
            return lastNumber() == pid;
        } catch (SyscallException unreadable) {
            return false;
        } finally {
            lock.unlock();
        }
    }

    private long lastNumber() {
        long value = 0;
        while (line.hasRemaining()) {
            byte c = line.get();
            if (c >= '0' && c <= '9') {
                value = value * 10 + c - '0';
            } else if (c != '\n') {
                value = 0;
            }
        }
        return value;
    }

    @Override
    public void close() {
        Fd.close(fd);
    }
}
