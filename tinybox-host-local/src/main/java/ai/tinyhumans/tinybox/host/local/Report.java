package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spi.Wrapper;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The file in memory to which a wrapper reports: unlike a pipe it never makes the wrapper wait, and it can be read when all
 * is over. Not thread-safe.
 */
final class Report implements AutoCloseable {

    /** The most that is read of a report: two lines, each of some hundred bytes. */
    private static final int MAX_BYTES = 4 << 10;

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

    /** The root the report names. */
    OptionalInt root() {
        return wrapper.root(content());
    }

    /**
     * Proves that a root is dead or has no child left: then nothing of the command is alive, since whatever in its
     * namespace loses its parent becomes its child (pid_namespaces(7)). What is left of the root itself is the kernel's
     * work of taking the namespaces down, which takes up to some ten milliseconds.
     */
    static boolean isProvedAlone(int root) {
        try {
            Optional<String> children = ProcFile.read(root, "task/" + root + "/children");
            return children.map(String::isBlank).orElse(false) || !isFirstOfItsNamespace(root);
        } catch (TinyboxException blind) {
            return false;
        }
    }

    /** If it is not, the number is another's by now, or nobody's. */
    private static boolean isFirstOfItsNamespace(int pid) {
        return ProcFile.read(pid, "status")
                .orElse("")
                .lines()
                .anyMatch(line -> line.startsWith(NUMBERS) && line.endsWith("\t1"));
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
