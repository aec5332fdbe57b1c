package ai.tinyhumans.tinybox.supervise;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Outcome;
import ai.tinyhumans.tinybox.exec.OutputBatch;
import ai.tinyhumans.tinybox.exec.OutputChunk;
import ai.tinyhumans.tinybox.exec.StdStream;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The output of one command: bounded, in the order it was read, to be read again from any chunk still kept. Thread-safe.
 *
 * <p>Reading from a chunk on says that all before it is done with. In streamed mode those chunks are kept as long as there
 * is room, and dropped when new output needs it; what no reader has gone past is never dropped.
 */
final class Journal {

    private final OutputMode mode;
    private final int limit;
    private final ChunkRing ring;
    private final Consumer<StdStream> resume;
    private final Predicate<StdStream> draw;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<StdStream> starved = EnumSet.noneOf(StdStream.class);

    /** Streams that a reader who has caught up reads himself. While there is one, no reader waits. */
    private final Set<StdStream> left = EnumSet.noneOf(StdStream.class);

    private int waiting;
    private long handedOut;
    private long doneWith;
    private boolean overflowed;
    private boolean streamsEnded;
    private @Nullable Outcome outcome;
    private @Nullable TinyboxException failure;

    /**
     * Makes an empty journal.
     *
     * @param limit the most bytes to keep
     * @param resume called without the lock when half of the room is free again for a stream that had none: to be fed at
     *     each read would cost more than it brings
     * @param draw called without the lock to append what there is of a stream that was {@linkplain #leaveToReader left};
     *     returns whether there may be more
     */
    Journal(OutputMode mode, int limit, Consumer<StdStream> resume, Predicate<StdStream> draw) {
        this.mode = mode;
        this.limit = limit;
        this.ring = new ChunkRing(limit);
        this.resume = resume;
        this.draw = draw;
    }

    /** Leaves a stream to a reader, if one waits; to be announced as output is. */
    boolean leaveToReader(StdStream stream) {
        lock.lock();
        try {
            boolean awaited = mode == OutputMode.STREAMED && waiting > 0;
            if (awaited) {
                left.add(stream);
            }
            return awaited;
        } finally {
            lock.unlock();
        }
    }

    /** How many bytes can be taken; if none, {@code resume} is called for the stream once there is much. */
    int room(StdStream stream) {
        lock.lock();
        try {
            if (mode == OutputMode.COLLECTED) {
                return overflowed ? Integer.MAX_VALUE : limit - ring.size() + 1; // one more tells that it is too much
            }
            int room = streamedRoom();
            if (room == 0) {
                starved.add(stream);
            }
            return room;
        } finally {
            lock.unlock();
        }
    }

    private int streamedRoom() {
        return limit - ring.sizeFrom(doneWith);
    }

    /** Takes bytes; returns whether this was when a collected command wrote too much. What is too much is dropped. */
    boolean append(StdStream stream, ByteBuffer bytes) {
        lock.lock();
        try {
            if (mode == OutputMode.STREAMED) {
                ring.makeRoom(bytes.remaining(), doneWith);
            } else if (overflowed) {
                return false;
            } else if (bytes.remaining() > limit - ring.size()) {
                overflowed = true;
                bytes.limit(bytes.position() + limit - ring.size());
            }
            ring.append(stream, bytes, handedOut);
            return overflowed;
        } finally {
            lock.unlock();
        }
    }

    /** Wakes whoever waits for output. */
    void announce() {
        change(() -> {});
    }

    /** Says that no more output comes. */
    void endStreams() {
        change(() -> streamsEnded = true);
    }

    /** Says how the command ended. */
    void conclude(Outcome howItEnded) {
        change(() -> outcome = howItEnded);
    }

    /** Says that it will never be known how the command ended. */
    void fail(TinyboxException why) {
        change(() -> failure = why);
    }

    private void change(Runnable action) {
        lock.lock();
        try {
            action.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Reads what there is from a chunk on. */
    OutputBatch read(long cursor) {
        goPast(cursor);
        drawLeft(cursor);
        lock.lock();
        try {
            return batch(cursor, ring::batch);
        } finally {
            lock.unlock();
        }
    }

    /** Reads from a chunk on, waiting for at most {@code waitNanos} if there is none yet. */
    OutputBatch read(long cursor, long waitNanos) throws InterruptedException {
        return read(cursor, waitNanos, ring::batch);
    }

    /** The same, but the chunks are lent, until the next read with this loan. */
    OutputBatch read(long cursor, long waitNanos, Loan loan) throws InterruptedException {
        return read(cursor, waitNanos, from -> ring.lend(from, loan));
    }

    private OutputBatch read(long cursor, long waitNanos, LongFunction<List<OutputChunk>> chunks)
            throws InterruptedException {
        goPast(cursor);
        for (long nanos = waitNanos; ; drawLeft(cursor)) {
            lock.lockInterruptibly();
            try {
                nanos = await(cursor, nanos);
                if (left.isEmpty() || !isAwaited(cursor)) {
                    return batch(cursor, chunks);
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** Waits until there is something to read or to draw. */
    private long await(long cursor, long waitNanos) throws InterruptedException {
        long nanos = waitNanos;
        waiting++;
        try {
            while (isAwaited(cursor) && left.isEmpty() && nanos > 0) {
                nanos = changed.awaitNanos(nanos);
            }
        } finally {
            waiting--;
        }
        return nanos;
    }

    private boolean isAwaited(long cursor) {
        return cursor == ring.next() && !isComplete() && failure == null;
    }

    /** Appends what there is of the streams that are left to a reader, if he has read all else. */
    private void drawLeft(long cursor) {
        Set<StdStream> drawn = EnumSet.noneOf(StdStream.class);
        lock.lock();
        try {
            if (isAwaited(cursor)) {
                drawn.addAll(left);
                left.clear();
            }
        } finally {
            lock.unlock();
        }
        drawn.removeIf(draw.negate());
        if (!drawn.isEmpty()) {
            change(() -> left.addAll(drawn)); // whoever began to wait meanwhile is to draw
        }
    }

    /** Notes that all before a chunk is done with, and lets streams go on that have much room by that. */
    private void goPast(long cursor) {
        Set<StdStream> fed = EnumSet.noneOf(StdStream.class);
        lock.lock();
        try {
            checkCursor(cursor);
            if (mode == OutputMode.STREAMED && cursor > doneWith) {
                doneWith = cursor;
                if (streamedRoom() >= limit / 2) {
                    fed.addAll(starved);
                    starved.clear();
                }
            }
        } finally {
            lock.unlock();
        }
        fed.forEach(resume);
    }

    private OutputBatch batch(long cursor, LongFunction<List<OutputChunk>> found) {
        checkCursor(cursor);
        List<OutputChunk> chunks = found.apply(cursor);
        long next = cursor + chunks.size();
        handedOut = Math.max(handedOut, next);
        if (failure != null && chunks.isEmpty()) {
            throw failure;
        }
        boolean last = isComplete() && next == ring.next();
        return new OutputBatch(chunks, next, last ? Optional.ofNullable(outcome) : Optional.empty());
    }

    private boolean isComplete() {
        return streamsEnded && outcome != null;
    }

    private void checkCursor(long cursor) {
        if (cursor < ring.first() || cursor > ring.next()) {
            throw TinyboxException.of(
                            ErrorCode.OUTPUT_CURSOR,
                            "there is no output from chunk " + cursor + " on: the oldest kept is " + ring.first()
                                    + ", the next is " + ring.next())
                    .remedy("read on from the cursor of the last batch")
                    .build();
        }
    }

    /** All that is kept of a stream. */
    byte[] collect(StdStream stream) {
        lock.lock();
        try {
            return ring.collect(stream);
        } finally {
            lock.unlock();
        }
    }
}
