package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spi.Wrapper;
import java.nio.ByteBuffer;
import java.util.OptionalInt;

/**
 * The file in memory to which a wrapper reports: unlike a pipe it never makes the wrapper wait, and it can be read when all
 * is over. Not thread-safe.
 */
final class Report implements AutoCloseable {

    /** The most that is read of a report: some lines, each of some hundred bytes. */
    private static final int MAX_BYTES = 16 << 10;

    /** How proc(5) names the numbers of a process, from the outermost pid namespace to its own. */
    private static final String NUMBERS = "NSpid:";

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

    /** The root the report names, if it is still what it was: the first process of a pid namespace. */
    OptionalInt root() {
        OptionalInt root = wrapper.root(content());
        return root.isPresent() && isFirstOfItsNamespace(root.getAsInt()) ? root : OptionalInt.empty();
    }

    private static boolean isFirstOfItsNamespace(int pid) {
        try {
            return ProcFile.read(pid, "status")
                    .orElse("")
                    .lines()
                    .anyMatch(line -> line.startsWith(NUMBERS) && line.endsWith("\t1"));
        } catch (TinyboxException blind) {
            return false;
        }
    }

    /** Answers whether the report names a root at all. */
    boolean namesRoot() {
        return wrapper.root(content()).isPresent();
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
