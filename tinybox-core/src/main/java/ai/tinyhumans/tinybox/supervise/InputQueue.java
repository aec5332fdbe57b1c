package ai.tinyhumans.tinybox.supervise;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What a program reads, on its way from who writes it to the host's thread: one piece at a time. Thread-safe. The writer
 * waits while the program is behind.
 */
final class InputQueue extends OutputStream {

    /** The largest piece: a full pipe (pipe(7)). */
    private static final int PIECE_BYTES = 64 << 10;

    private static final ByteBuffer NOTHING_YET = ByteBuffer.allocate(0);

    private final Runnable available;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private ByteBuffer piece = NOTHING_YET;
    private boolean ended;
    private boolean abandoned;

    /** Makes an empty queue; {@code available} is called without the lock when there is something new. */
    InputQueue(Runnable available) {
        this.available = available;
    }

    /** Puts all of the content in, and ends it. */
    void fill(byte[] content) {
        lock.lock();
        try {
            piece = ByteBuffer.wrap(content);
            ended = true;
        } finally {
            lock.unlock();
        }
    }

    /** The next bytes for the host, as {@link ai.tinyhumans.tinybox.spi.ProcessListener#input} has it. */
    @Nullable
    ByteBuffer next() {
        lock.lock();
        try {
            if (piece.hasRemaining()) {
                return piece;
            }
            if (ended) {
                return null;
            }
            piece = NOTHING_YET;
            changed.signalAll();
            return piece;
        } finally {
            lock.unlock();
        }
    }

    /** Says that there may be something, for a host that asked before anybody could be told. */
    void announce() {
        available.run();
    }

    /** Says that nobody reads any more: writers fail from now on. */
    void abandon() {
        lock.lock();
        try {
            abandoned = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        for (int at = offset; at < offset + length; ) {
            int count = Math.min(PIECE_BYTES, offset + length - at);
            ByteBuffer copy = ByteBuffer.allocate(count).put(bytes, at, count).flip();
            put(copy);
            available.run();
            at += count;
        }
    }

    private void put(ByteBuffer copy) throws IOException {
        lock.lock();
        try {
            while (piece.hasRemaining() && !abandoned && !ended) {
                changed.await();
            }
            if (ended) {
                throw new IOException("the standard input was closed");
            }
            if (abandoned) {
                throw new IOException("the program does not read its standard input any more");
            }
            piece = copy;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted while the program did not read").initCause(e);
        } finally {
            lock.unlock();
        }
    }

    /** Ends the input: the program reads what is left, then the end. */
    @Override
    public void close() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        available.run();
    }
}
