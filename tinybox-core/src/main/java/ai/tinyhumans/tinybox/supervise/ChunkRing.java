package ai.tinyhumans.tinybox.supervise;

import ai.tinyhumans.tinybox.bus.Limits;
import ai.tinyhumans.tinybox.exec.OutputChunk;
import ai.tinyhumans.tinybox.exec.StdStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Output in the order it came, as numbered chunks. Oldest chunks are dropped on demand. Not thread-safe.
 *
 * <p>The bytes stand in blocks that are only ever added to, so that a chunk handed out is a view of them and costs no copy;
 * it stays as it is when its block is dropped here. A block that was only ever lent, and is given back, is used again. Costs
 * one byte a byte, two blocks at most, and eight bytes a chunk.
 */
final class ChunkRing {

    /** A block holds a batch: one read of a full pipe. */
    private static final int BLOCK_BYTES = Limits.MAX_OUTPUT_BATCH_BYTES;

    /** Where the first block starts, which grows: most commands say little. */
    private static final int FIRST_BYTES = 1 << 10;

    /** Memory for a batch, to which chunks of more than one may be added. */
    static final class Block {

        private byte[] bytes;

        /** Whether chunks of it are somebody's to keep. */
        private boolean kept;

        /** How many loans it is part of. */
        private int lent;

        Block(byte[] bytes) {
            this.bytes = bytes;
        }
    }

    private final int maxBytes;

    /** Of all blocks ever, numbered by the bytes before them, those from {@code firstBlock} on. */
    private final List<Block> blocks = new ArrayList<>();

    private long firstBlock;

    private final Deque<byte[]> spare = new ArrayDeque<>();
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
        if (size() + source.remaining() > maxBytes) {
            throw new IllegalStateException(size() + source.remaining() + " bytes in a window of " + maxBytes);
        }
        while (source.hasRemaining()) {
            int inBlock = Math.min(source.remaining(), BLOCK_BYTES - offsetOf(end));
            int count = Math.min(inBlock, Limits.MAX_OUTPUT_CHUNK_BYTES);
            boolean blockBegun = offsetOf(end) > 0;
            if (blockBegun && next > Math.max(first, settled) && streamOf(next - 1) == stream) {
                int room = Limits.MAX_OUTPUT_CHUNK_BYTES - (int) (end - startOf(next - 1));
                if (room > 0) {
                    next--;
                    count = Math.min(count, room);
                }
            }
            source.get(lastBlock(inBlock), offsetOf(end), count);
            end += count;
            addChunk(end << 1 | (stream == StdStream.STDERR ? 1 : 0));
        }
    }

    /** The block that new bytes go to, with room for {@code count}. */
    private byte[] lastBlock(int count) {
        int index = blockOf(end);
        int needed = offsetOf(end) + count;
        if (index == blocks.size()) {
            boolean isFirst = firstBlock + index == 0;
            blocks.add(new Block(spare.isEmpty() ? new byte[isFirst ? grown(needed) : BLOCK_BYTES] : spare.pop()));
        }
        Block block = blocks.get(index);
        if (block.bytes.length < needed) {
            block.bytes = Arrays.copyOf(block.bytes, grown(needed));
        }
        return block.bytes;
    }

    private static int grown(int needed) {
        return Math.max(FIRST_BYTES, Integer.highestOneBit(needed - 1) << 1);
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

    /** Drops chunks below a number, oldest first, until {@code count} more bytes fit. */
    void makeRoom(int count, long below) {
        while (first < below && size() + count > maxBytes) {
            start = endOf(first);
            first++;
        }
        while (blockOf(start) > 0) {
            Block block = blocks.remove(0);
            if (!block.kept && block.lent == 0 && block.bytes.length == BLOCK_BYTES) {
                spare.push(block.bytes);
            }
            firstBlock++;
        }
    }

    /** The chunks from a number on: as many as fit in a batch, at least one if there is one. They are the caller's to keep. */
    List<OutputChunk> batch(long from) {
        List<OutputChunk> batch = chunksOfBatch(from);
        blocksOf(batch).forEach(block -> block.kept = true);
        return batch;
    }

    /** The same chunks, lent until the next are lent to the same borrower. */
    List<OutputChunk> lend(long from, Loan loan) {
        List<OutputChunk> batch = chunksOfBatch(from);
        loan.blocks.forEach(block -> block.lent--);
        loan.blocks = blocksOf(batch);
        loan.blocks.forEach(block -> block.lent++);
        return batch;
    }

    private List<OutputChunk> chunksOfBatch(long from) {
        List<OutputChunk> batch = new ArrayList<>();
        for (long i = from; i < next && endOf(i) - startOf(from) <= Limits.MAX_OUTPUT_BATCH_BYTES; i++) {
            byte[] bytes = blocks.get(blockOf(startOf(i))).bytes;
            batch.add(new OutputChunk(i, streamOf(i), bytes, offsetOf(startOf(i)), sizeOf(i)));
        }
        return batch;
    }

    /** The blocks that hold chunks which follow each other. */
    private List<Block> blocksOf(List<OutputChunk> batch) {
        if (batch.isEmpty()) {
            return List.of();
        }
        int from = blockOf(startOf(batch.get(0).sequence()));
        int last = blockOf(startOf(batch.get(batch.size() - 1).sequence()));
        return List.copyOf(blocks.subList(from, last + 1));
    }

    /** All bytes kept of one stream. */
    byte[] collect(StdStream stream) {
        int total = 0;
        for (long i = first; i < next; i++) {
            total += streamOf(i) == stream ? sizeOf(i) : 0;
        }
        ByteBuffer all = ByteBuffer.allocate(total);
        for (long i = first; i < next; i++) {
            if (streamOf(i) == stream) {
                all.put(blocks.get(blockOf(startOf(i))).bytes, offsetOf(startOf(i)), sizeOf(i));
            }
        }
        return all.array();
    }

    /** The place among the blocks kept of the byte at a position. */
    private int blockOf(long position) {
        return (int) (position / BLOCK_BYTES - firstBlock);
    }

    /** Its place in the block. */
    private static int offsetOf(long position) {
        return (int) (position % BLOCK_BYTES);
    }

    private int sizeOf(long sequence) {
        return (int) (endOf(sequence) - startOf(sequence));
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
