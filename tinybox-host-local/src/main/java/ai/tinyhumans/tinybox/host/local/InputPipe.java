package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.host.local.syscall.Errno;
import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import ai.tinyhumans.tinybox.host.local.syscall.Poller;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The end of a pipe that a process reads from. Used on the loop's thread only. */
final class InputPipe {

    private final EventLoop loop;
    private final int fd;
    private final ProcessListener listener;
    private long token;
    private boolean watched;
    private boolean open = true;

    InputPipe(EventLoop loop, int fd, ProcessListener listener) {
        this.loop = loop;
        this.fd = fd;
        this.listener = listener;
    }

    /** Writes what there is, until the pipe is full or the listener has nothing now. */
    void write() {
        while (open) {
            ByteBuffer bytes = listener.input();
            if (bytes == null) {
                close();
                return;
            }
            if (!bytes.hasRemaining()) {
                unwatch();
                return;
            }
            if (!writeOnce(bytes)) {
                return;
            }
        }
    }

    /** Returns whether the pipe took anything. */
    private boolean writeOnce(ByteBuffer bytes) {
        int start = bytes.position();
        int count = Math.min(bytes.remaining(), EventLoop.BUFFER_BYTES);
        ByteBuffer buffer = loop.buffer();
        buffer.put(bytes.duplicate().limit(start + count));
        @Nullable Errno failure = null;
        int written = 0;
        try {
            written = Fd.write(fd, buffer, count);
        } catch (SyscallException e) {
            failure = e.errno();
        }
        bytes.position(start + written);
        if (failure == Errno.EAGAIN) {
            awaitRoom();
            return false;
        }
        if (failure != null) {
            close(); // EPIPE: the program reads no more, which is its own business
            return false;
        }
        return true;
    }

    private void awaitRoom() {
        if (!watched) {
            watched = true;
            token = loop.newToken();
            loop.watch(fd, token, Poller.Interest.WRITE, this::write);
        }
    }

    private void unwatch() {
        if (watched) {
            watched = false;
            loop.unwatch(fd, token);
        }
    }

    void close() {
        if (open) {
            unwatch();
            open = false;
            Fd.close(fd);
            listener.inputClosed();
        }
    }
}
