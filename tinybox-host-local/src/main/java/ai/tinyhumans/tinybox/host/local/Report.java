package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spi.Wrapper;
import java.nio.ByteBuffer;

/**
 * The file in memory to which a wrapper reports: unlike a pipe it never makes the wrapper wait, and it can be read when all
 * is over. Not thread-safe.
 */
final class Report implements AutoCloseable {

    /** The most that is read of a report: two lines, each of some hundred bytes. */
    private static final int MAX_BYTES = 4 << 10;

    private final Wrapper wrapper;
    private final int fd;

    /** Makes the empty file. */
    Report(Wrapper wrapper) {
        this.wrapper = wrapper;
        this.fd = Fd.memory();
    }

    int fd() {
        return fd;
    }

    boolean isAllDead() {
        return wrapper.isAllDead(content());
    }

    byte[] content() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(MAX_BYTES);
        try {
            Fd.pread(fd, buffer, MAX_BYTES, 0);
        } catch (SyscallException unreadable) {
            return new byte[0]; // which says that the command was never started
        }
        byte[] content = new byte[buffer.remaining()];
        buffer.get(content);
        return content;
    }

    @Override
    public void close() {
        Fd.close(fd);
    }
}
