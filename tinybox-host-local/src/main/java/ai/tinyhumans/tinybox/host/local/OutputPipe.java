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

    /** Reads of one turn: enough to empty a large pipe, few enough that a busy process does not keep others waiting. */
    private static final int READS_PER_TURN = 16;

    /** A stream that brought this much gets a larger pipe, so that the program and its reader change places less often. */
    private static final long BUSY_BYTES = 1 << 20;

    private static final int BUSY_PIPE_BYTES = 1 << 20;

    private final EventLoop loop;
    private final StdStream stream;
    private final int fd;
    private final ProcessListener listener;
    private long token;
    private boolean watched;
    private boolean open = true;
    private boolean writersGone;
    private long brought;

    /** How much is left to read once the writers are gone: one that nobody knows of may go on writing for ever. */
    private int left = Integer.MAX_VALUE;

    OutputPipe(EventLoop loop, StdStream stream, int fd, ProcessListener listener) {
        this.loop = loop;
        this.stream = stream;
        this.fd = fd;
        this.listener = listener;
    }

    /** Starts watching: the last step of a launch, on the launching thread. */
    void watch() {
        watched = true; // first, since events may come at once
        token = loop.newToken();
        try {
            loop.watch(fd, token, Poller.Interest.READ, this::readTurn);
        } catch (SyscallException e) {
            watched = false;
            throw e;
        }
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

    /** Reads what is there now and takes that for the rest. */
    void endWhenEmpty() {
        if (!open || writersGone) {
            return;
        }
        writersGone = true;
        left = Fd.available(fd);
        if (watched) {
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
        while (open && readTurn()) {
            // until it is empty, or there is no room
        }
    }

    /** Reads for a while. Returns whether there may be more to read now. */
    private boolean readTurn() {
        boolean more = true;
        for (int i = 0; more && i < READS_PER_TURN; i++) {
            more = readOnce();
        }
        listener.outputPaused();
        return more;
    }

    private boolean readOnce() {
        int room = open ? listener.room(stream) : 0; // whoever heard of the last piece may have closed it
        if (room == 0) {
            pause();
            return false;
        }
        ByteBuffer buffer = loop.buffer();
        try {
            int count = Fd.read(fd, buffer, Math.min(left, Math.min(room, EventLoop.BUFFER_BYTES)));
            if (count > 0) {
                left -= writersGone ? count : 0;
                enlargeWhenBusy(count);
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

    private void enlargeWhenBusy(int count) {
        if (brought < BUSY_BYTES && brought + count >= BUSY_BYTES) {
            Fd.enlargePipe(fd, BUSY_PIPE_BYTES);
        }
        brought += count;
    }

    private void pause() {
        if (watched) {
            watched = false;
            loop.unwatch(fd, token);
        }
    }
}
