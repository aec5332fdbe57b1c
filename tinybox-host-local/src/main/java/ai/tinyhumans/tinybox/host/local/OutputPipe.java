package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.exec.StdStream;
import ai.tinyhumans.tinybox.host.local.syscall.Errno;
import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import ai.tinyhumans.tinybox.host.local.syscall.Poller;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The end of a pipe that a process writes to. Used on the loop's thread only, except for {@link #watch} and {@link #draw}. */
final class OutputPipe {

    /** Reads of one turn: enough to empty a large pipe, few enough that a busy process does not keep others waiting. */
    private static final int READS_PER_TURN = 16;

    /** A stream that brought this much gets a larger pipe, so that the program and its reader change places less often. */
    private static final long BUSY_BYTES = 1 << 20;

    private static final int BUSY_PIPE_BYTES = 1 << 20;

    /** How long a reader waits for more: longer than a busy program needs, too short for an interrupt to be missed. */
    private static final int PATIENCE_MILLIS = 1;

    /**
     * What a reader needs.
     *
     * @param piece gets what he reads
     * @param entry for the call by which he waits
     */
    private record Memory(ByteBuffer piece, ByteBuffer entry) {}

    private final EventLoop loop;
    private final StdStream stream;
    private final int fd;
    private final ProcessListener listener;

    /** Held from asking for room to giving the bytes: the room is that of all streams of a process. */
    private final ReentrantLock lock;

    // guarded by the lock
    private long token;
    private boolean watched;
    private boolean open = true;
    private boolean large;
    private boolean left;
    private boolean awaited;
    private boolean atEnd;
    private boolean writersGone;
    private long brought;
    private @Nullable Memory memory;

    /** How much is to be read once the writers are gone: one that nobody knows of may go on writing for ever. */
    private int rest = Integer.MAX_VALUE;

    /** The two of one process; the descriptors are theirs. */
    static Map<StdStream, OutputPipe> both(EventLoop loop, int stdout, int stderr, ProcessListener listener) {
        ReentrantLock lock = new ReentrantLock();
        Map<StdStream, OutputPipe> both = new EnumMap<>(StdStream.class);
        both.put(StdStream.STDOUT, new OutputPipe(loop, StdStream.STDOUT, stdout, listener, lock));
        both.put(StdStream.STDERR, new OutputPipe(loop, StdStream.STDERR, stderr, listener, lock));
        return both;
    }

    private OutputPipe(EventLoop loop, StdStream stream, int fd, ProcessListener listener, ReentrantLock lock) {
        this.loop = loop;
        this.stream = stream;
        this.fd = fd;
        this.listener = listener;
        this.lock = lock;
    }

    /** Starts watching: the last step of a launch, on the launching thread. */
    void watch() {
        locked(this::beginWatching);
    }

    private void beginWatching() {
        left = false;
        watched = true;
        token = loop.newToken();
        try {
            loop.watch(fd, token, Poller.Interest.READ, () -> locked(this::readTurn));
        } catch (SyscallException e) {
            watched = false;
            throw e;
        }
    }

    void resume() {
        locked(() -> {
            if (!open || watched) {
                return;
            }
            if (atEnd) {
                end();
            } else if (writersGone) {
                readAll();
            } else {
                beginWatching();
            }
        });
    }

    /**
     * Reads once, on the thread of a reader to whom the stream was left. If there is nothing and soon comes nothing, the loop
     * goes on with it.
     */
    boolean draw() {
        boolean read = locked(this::drawOnce) || (awaitMore() && locked(this::drawOnce));
        if (read) {
            listener.outputPaused();
        } else {
            loop.execute(this::resume);
        }
        return read;
    }

    private boolean drawOnce() {
        return !watched && readOnce(memory().piece.clear()) > 0;
    }

    /** Waits for more without the lock, one reader at a time; meanwhile the descriptor is not closed. */
    private boolean awaitMore() {
        ByteBuffer entry = beginAwaiting();
        return entry != null && awaitReadable(entry);
    }

    private @Nullable ByteBuffer beginAwaiting() {
        lock.lock();
        try {
            if (!open || watched || atEnd || awaited) {
                return null;
            }
            awaited = true;
            return memory().entry;
        } finally {
            lock.unlock();
        }
    }

    private boolean awaitReadable(ByteBuffer entry) {
        try {
            return Fd.awaitReadable(fd, PATIENCE_MILLIS, entry);
        } finally {
            locked(() -> {
                awaited = false;
                if (!open) {
                    loop.execute(() -> Fd.close(fd));
                }
            });
        }
    }

    private Memory memory() {
        if (memory == null) {
            memory = new Memory(ByteBuffer.allocateDirect(EventLoop.BUFFER_BYTES), Fd.pollEntry());
        }
        return memory;
    }

    /** Reads what is there now and takes that for the rest. */
    void endWhenEmpty() {
        locked(() -> {
            if (!open || writersGone) {
                return;
            }
            writersGone = true;
            rest = Fd.available(fd);
            if (watched || left) { // perhaps no reader comes again
                readAll();
            }
        });
    }

    void close() {
        locked(() -> {
            if (open) {
                pause();
                open = false;
                if (!awaited) {
                    Fd.close(fd);
                }
            }
        });
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
            int count = readOnce(loop.buffer());
            more = count > 0 && !leave();
        }
        listener.outputPaused();
        if (atEnd) {
            end();
        }
        return more;
    }

    /**
     * Leaves a busy stream to a reader who waits: to wake him for each piece would cost more. What the program may write
     * although he never comes again is then in the pipe, so that must be as large as a window.
     */
    private boolean leave() {
        left = large && !writersGone && listener.isDrawn(stream);
        if (left) {
            pause();
        }
        return left;
    }

    /** Returns how many bytes were read; 0 if there are none now, or no room, or at the end. */
    private int readOnce(ByteBuffer buffer) {
        int room = open && !atEnd ? listener.room(stream) : 0; // whoever heard of the last piece may have closed it
        if (room == 0) {
            pause();
            return 0;
        }
        try {
            int count = Fd.read(fd, buffer, Math.min(rest, Math.min(room, EventLoop.BUFFER_BYTES)));
            if (count > 0) {
                rest -= writersGone ? count : 0;
                enlargeWhenBusy(count);
                listener.output(stream, buffer);
                return count;
            }
        } catch (SyscallException e) {
            if (e.errno() == Errno.EAGAIN && !writersGone) {
                return 0;
            }
        }
        atEnd = true;
        return 0;
    }

    private void end() {
        if (open) {
            close();
            listener.outputEnded(stream);
        }
    }

    private void enlargeWhenBusy(int count) {
        if (brought < BUSY_BYTES && brought + count >= BUSY_BYTES) {
            large = Fd.enlargePipe(fd, BUSY_PIPE_BYTES);
        }
        brought += count;
    }

    private void pause() {
        if (watched) {
            watched = false;
            loop.unwatch(fd, token);
        }
    }

    private void locked(Runnable action) {
        locked(() -> {
            action.run();
            return true;
        });
    }

    private boolean locked(BooleanSupplier action) {
        lock.lock();
        try {
            return action.getAsBoolean();
        } finally {
            lock.unlock();
        }
    }
}
