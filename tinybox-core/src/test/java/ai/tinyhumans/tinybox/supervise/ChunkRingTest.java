package ai.tinyhumans.tinybox.supervise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.tinyhumans.tinybox.bus.Limits;
import ai.tinyhumans.tinybox.exec.OutputChunk;
import ai.tinyhumans.tinybox.exec.StdStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkRingTest {

    private static final int BLOCK = Limits.MAX_OUTPUT_BATCH_BYTES;

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static List<String> texts(List<OutputChunk> chunks) {
        return chunks.stream()
                .map(chunk -> chunk.sequence() + " " + chunk.stream() + " "
                        + new String(chunk.toByteArray(), StandardCharsets.US_ASCII))
                .collect(Collectors.toList());
    }

    @Test
    void numbersChunksOverBothStreamsInTheOrderTheyCame() {
        ChunkRing ring = new ChunkRing(100);
        ring.append(StdStream.STDOUT, bytes("a"), 0);
        ring.append(StdStream.STDERR, bytes("b"), 0);
        ring.append(StdStream.STDOUT, bytes("c"), 0);
        assertThat(texts(ring.batch(0))).containsExactly("0 STDOUT a", "1 STDERR b", "2 STDOUT c");
        assertThat(texts(ring.batch(2))).containsExactly("2 STDOUT c");
        assertThat(ring.batch(3)).isEmpty();
    }

    @Test
    void addsToTheLastChunkOnlyWhileNobodyKnowsIt() {
        ChunkRing ring = new ChunkRing(100);
        ring.append(StdStream.STDOUT, bytes("a"), 0);
        ring.append(StdStream.STDOUT, bytes("b"), 0);
        assertThat(texts(ring.batch(0))).containsExactly("0 STDOUT ab");
        ring.append(StdStream.STDOUT, bytes("c"), 1);
        ring.append(StdStream.STDOUT, bytes("d"), 1);
        assertThat(texts(ring.batch(0))).containsExactly("0 STDOUT ab", "1 STDOUT cd");
    }

    @Test
    void cutsChunksAtTheirLargestSizeAndBatchesAtTheirs() {
        ChunkRing ring = new ChunkRing(1 << 20);
        ring.append(StdStream.STDOUT, ByteBuffer.allocate(100_000), 0);
        List<OutputChunk> batch = ring.batch(0);
        assertThat(batch).hasSize(Limits.MAX_OUTPUT_BATCH_BYTES / Limits.MAX_OUTPUT_CHUNK_BYTES);
        assertThat(batch).allMatch(chunk -> chunk.size() == Limits.MAX_OUTPUT_CHUNK_BYTES);
    }

    @Test
    void dropsTheOldestThatAreDoneWithAndNoMoreThanItMust() {
        ChunkRing ring = new ChunkRing(10);
        for (int i = 0; i < 5; i++) {
            ring.append(StdStream.STDOUT, bytes(i + "" + i), i);
        }
        ring.makeRoom(3, 4);
        assertThat(ring.first()).isEqualTo(2);
        ring.append(StdStream.STDERR, bytes("xyz"), 5);
        assertThat(texts(ring.batch(2))).containsExactly("2 STDOUT 22", "3 STDOUT 33", "4 STDOUT 44", "5 STDERR xyz");
        ring.makeRoom(10, 3);
        assertThat(ring.first()).isEqualTo(3);
    }

    @Test
    void refusesMoreThanItsMaximum() {
        ChunkRing ring = new ChunkRing(3);
        assertThatThrownBy(() -> ring.append(StdStream.STDOUT, bytes("abcd"), 0))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void usesTheMemoryOfALoanAgainOnceItIsGivenBackAndNotBefore() {
        ChunkRing ring = new ChunkRing(2 * BLOCK);
        Loan first = new Loan();
        Loan second = new Loan();
        fill(ring, 'a');
        List<OutputChunk> a = ring.lend(0, first);
        ring.lend(0, second);
        ring.lend(ring.next(), second);
        fill(ring, 'b');
        fill(ring, 'c');
        assertThat(a).as("lent to one still when dropped").allMatch(chunk -> chunk.toByteArray()[0] == 'a');
        List<OutputChunk> b = ring.lend(ring.first(), first);
        ring.lend(ring.next(), first);
        fill(ring, 'd');
        assertThat(b).as("given back before it was dropped").allMatch(chunk -> chunk.toByteArray()[0] == 'd');
    }

    private static void fill(ChunkRing ring, char with) {
        byte[] block = new byte[BLOCK];
        Arrays.fill(block, (byte) with);
        ring.makeRoom(BLOCK, ring.next());
        ring.append(StdStream.STDOUT, ByteBuffer.wrap(block), ring.next());
    }

    /** Random writes, reads and drops against the simplest thing that could be right. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void agreesWithAPlainList(long seed) {
        Random random = new Random(seed);
        int max = 1 + random.nextInt(300_000);
        Loan loan = new Loan();
        List<OutputChunk> handedOut = new ArrayList<>();
        List<byte[]> content = new ArrayList<>();
        ChunkRing ring = new ChunkRing(max);
        ByteArrayOutputStream[] written = {new ByteArrayOutputStream(), new ByteArrayOutputStream()};
        ByteArrayOutputStream[] read = {new ByteArrayOutputStream(), new ByteArrayOutputStream()};
        long cursor = 0;
        for (int step = 0; step < 3000; step++) {
            if (random.nextInt(3) > 0) {
                byte[] piece = new byte[Math.min(random.nextInt(20_000), max - ring.sizeFrom(cursor))];
                random.nextBytes(piece);
                StdStream stream = random.nextBoolean() ? StdStream.STDOUT : StdStream.STDERR;
                ring.makeRoom(piece.length, cursor);
                ring.append(stream, ByteBuffer.wrap(piece), cursor);
                written[stream == StdStream.STDOUT ? 0 : 1].writeBytes(piece);
            } else {
                boolean views = random.nextInt(4) == 0;
                for (OutputChunk chunk : views ? ring.batch(cursor) : ring.lend(cursor, loan)) {
                    assertThat(chunk.sequence()).isEqualTo(cursor++);
                    read[chunk.stream() == StdStream.STDOUT ? 0 : 1].writeBytes(chunk.toByteArray());
                    if (views) {
                        handedOut.add(chunk);
                        content.add(chunk.toByteArray());
                    }
                }
            }
            assertThat(ring.size()).isLessThanOrEqualTo(max);
        }
        while (cursor < ring.next()) {
            for (OutputChunk chunk : ring.batch(cursor)) {
                cursor++;
                read[chunk.stream() == StdStream.STDOUT ? 0 : 1].writeBytes(chunk.toByteArray());
            }
        }
        assertThat(read[0].toByteArray()).isEqualTo(written[0].toByteArray());
        assertThat(read[1].toByteArray()).isEqualTo(written[1].toByteArray());
        for (int i = 0; i < handedOut.size(); i++) {
            assertThat(handedOut.get(i).toByteArray()).isEqualTo(content.get(i));
        }
    }
}
