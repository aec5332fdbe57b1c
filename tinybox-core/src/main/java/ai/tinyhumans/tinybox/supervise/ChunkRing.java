package ai.tinyhumans.tinybox.supervise;

import ai.tinyhumans.tinybox.bus.Limits;
import ai.tinyhumans.tinybox.exec.OutputChunk;
import ai.tinyhumans.tinybox.exec.StdStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Output in the order it came, as numbered chunks over one array that grows to a maximum and is then used round and round.
 * Oldest chunks are dropped on demand. Costs one byte a byte and eight bytes a chunk. Not thread-safe.
 */
final class ChunkRing {

    /** Where the array starts: most commands say little. */
    private static final int FIRST_BYTES = 1 << 10;

    private final int maxBytes;
    private byte[] bytes = new byte[0];
    private long start;
    private long end;

    /** The end of each chunk, counted from the first byte ever, twice, plus one for the standard error; the slot is the number modulo size. */
    private long[] chunks = new long[8];

    private long first;
    private long next;

    ChunkRing(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** The number of the oldest chunk kept. */
    long first() {
        return first;
    }

    /** The number the next chunk will have. */
    long next() {
        return next;
    }

    /** How many bytes are kept. */
    int size() {
        return (int) (end - start);
    }

    /** How many bytes there are from a chunk on. */
    int sizeFrom(long sequence) {
        return (int) (end - startOf(sequence));
    }

    /**
     * Adds bytes, of which there must be no more than there is room for.
     *
     * @param settled chunks below this number are known to a reader and must stay as they are
     */
    void append(StdStream stream, ByteBuffer source, long settled) {
        reserve(size() + source.remaining());
        while (source.hasRemaining()) {
            int count = Math.min(source.remaining(), Limits.MAX_OUTPUT_CHUNK_BYTES);
            if (next > Math.max(first, settled) && streamOf(next - 1) == stream) {
                int room = Limits.MAX_OUTPUT_CHUNK_BYTES - (int) (end - startOf(next - 1));
                if (room > 0) {
                    next--;
                    count = Math.min(count, room);
                }
            }
            put(source, count);
            addChunk(end << 1 | (stream == StdStream.STDERR ? 1 : 0));
        }
    }

    private void put(ByteBuffer source, int count) {
        int at = (int) (end & (bytes.length - 1));
        int straight = Math.min(count, bytes.length - at);
        source.get(bytes, at, straight);
        source.get(bytes, 0, count - straight);
        end += count;
    }

    private void addChunk(long value) {
        if (next - first == chunks.length) {
            long[] larger = new long[chunks.length * 2];
            for (long i = first; i < next; i++) {
                larger[(int) (i & (larger.length - 1))] = chunkAt(i);
            }
            chunks = larger;
        }
        chunks[(int) (next & (chunks.length - 1))] = value;
        next++;
    }

    private void reserve(int needed) {
        if (needed <= bytes.length) {
            return;
        }
        if (needed > maxBytes) {
            throw new IllegalStateException(needed + " bytes in a window of " + maxBytes);
        }
        int capacity = Math.max(FIRST_BYTES, Integer.highestOneBit(needed - 1) << 1);
        byte[] larger = new byte[capacity];
        for (long at = start; at < end; ) {
            int from = (int) (at & (bytes.length - 1));
            int to = (int) (at & (capacity - 1));
            int run = (int) Math.min(end - at, Math.min(bytes.length - from, capacity - to));
            System.arraycopy(bytes, from, larger, to, run);
            at += run;
        }
        bytes = larger;
    }

    /** Drops chunks below a number, oldest first, until {@code count} more bytes fit. */
    void makeRoom(int count, long below) {
        while (first < below && size() + count > maxBytes) {
            start = endOf(first);
            first++;
        }
    }

    /** Copies chunks from a number on: as many as fit in a batch, at least one if there is one. */
    List<OutputChunk> copy(long from) {
        long to = from;
        long begin = startOf(from);
        while (to < next && endOf(to) - begin <= Limits.MAX_OUTPUT_BATCH_BYTES) {
            to++;
        }
        byte[] copy = copyRange(begin, startOf(to));
        List<OutputChunk> batch = new ArrayList<>((int) (to - from));
        for (long i = from; i < to; i++) {
            int offset = (int) (startOf(i) - begin);
            batch.add(new OutputChunk(i, streamOf(i), copy, offset, (int) (endOf(i) - startOf(i))));
        }
        return batch;
    }

    /** All bytes kept of one stream. */
    byte[] collect(StdStream stream) {
        int total = 0;
        for (long i = first; i < next; i++) {
            total += streamOf(i) == stream ? (int) (endOf(i) - startOf(i)) : 0;
        }
        ByteBuffer all = ByteBuffer.allocate(total);
        for (long i = first; i < next; i++) {
            if (streamOf(i) == stream) {
                all.put(copyRange(startOf(i), endOf(i)));
            }
        }
        return all.array();
    }

    private byte[] copyRange(long from, long to) {
        int count = (int) (to - from);
        if (count == 0) {
            return new byte[0];
        }
        int at = (int) (from & (bytes.length - 1));
        int straight = Math.min(count, bytes.length - at);
        byte[] copy = Arrays.copyOfRange(bytes, at, at + count); // beyond the end it is padded, then overwritten
        System.arraycopy(bytes, 0, copy, straight, count - straight);
        return copy;
    }

    private long startOf(long sequence) {
        return sequence == first ? start : endOf(sequence - 1);
    }

    private long endOf(long sequence) {
        return chunkAt(sequence) >>> 1;
    }

    private StdStream streamOf(long sequence) {
        return (chunkAt(sequence) & 1) == 1 ? StdStream.STDERR : StdStream.STDOUT;
    }

    private long chunkAt(long sequence) {
        return chunks[(int) (sequence & (chunks.length - 1))];
    }
}
