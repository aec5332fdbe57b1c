package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.exec.StdStream;
import ai.tinyhumans.tinybox.host.local.syscall.Errno;
import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import ai.tinyhumans.tinybox.host.local.syscall.Poller;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import java.nio.ByteBuffer;

/** The end of a pipe that a process writes to. Used on the loop's thread only, except for {@link #watch}. */
final class OutputPipe {

    private final EventLoop loop;
    private final StdStream stream;
    private final int fd;
    private final ProcessListener listener;
    private long token;
    private boolean watched;
    private boolean open = true;
    private boolean writersGone;

    OutputPipe(EventLoop loop, StdStream stream, int fd, ProcessListener listener) {
        this.loop = loop;
        this.stream = stream;
        this.fd = fd;
        this.listener = listener;
    }

    /** Starts watching: the last step of a launch, on the launching thread. */
    void watch() {
        watched = true;
        token = loop.newToken();
        loop.watch(fd, token, Poller.Interest.READ, this::readOnce);
    }

    void resume() {
        if (!open || watched) {
            return;
        }
        if (writersGone) {
            readAll();
        } else {
            watch();
        }
    }

    /** Reads what is there and takes an empty pipe for an ended one from now on. */
    void endWhenEmpty() {
        writersGone = true;
        if (open && watched) {
            readAll();
        }
    }

    void close() {
        if (open) {
            pause();
            open = false;
            Fd.close(fd);
        }
    }

    private void readAll() {
        boolean more = true;
        while (more && open) {
            more = readOnce();
        }
    }

    /** One read, so that a busy process does not keep the others waiting. Returns whether there may be more to read now. */
    private boolean readOnce() {
        int room = listener.room(stream);
        if (room == 0) {
            pause();
            return false;
        }
        ByteBuffer buffer = loop.buffer();
        try {
            if (Fd.read(fd, buffer, Math.min(room, EventLoop.BUFFER_BYTES)) > 0) {
                listener.output(stream, buffer);
                return true;
            }
        } catch (SyscallException e) {
            if (e.errno() == Errno.EAGAIN && !writersGone) {
                return false;
            }
        }
        close();
        listener.outputEnded(stream);
        return false;
    }

    private void pause() {
        if (watched) {
            watched = false;
            loop.unwatch(fd, token);
        }
    }
}
