package ai.tinyhumans.tinybox.supervise;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.Outcome;
import ai.tinyhumans.tinybox.exec.OutputBatch;
import ai.tinyhumans.tinybox.exec.ResourceUsage;
import ai.tinyhumans.tinybox.exec.StdStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class JournalTest {

    private static final Outcome OUTCOME = new Outcome(new Exit.Exited(0), ResourceUsage.NONE, List.of());

    private final List<StdStream> resumed = new ArrayList<>();

    /** The sizes of the pieces that can be drawn. */
    private final Queue<Integer> pieces = new ConcurrentLinkedQueue<>();

    private Journal streamed(int window) {
        return journal(OutputMode.STREAMED, window);
    }

    private Journal journal(OutputMode mode, int limit) {
        CompletableFuture<Journal> made = new CompletableFuture<>();
        made.complete(new Journal(mode, limit, resumed::add, stream -> {
            Integer count = pieces.poll();
            return count != null && !append(made.join(), count);
        }));
        return made.join();
    }

    private static boolean append(Journal journal, int count) {
        return journal.append(StdStream.STDOUT, ByteBuffer.allocate(count));
    }

    @Test
    void hasNoRoomWhileTheWindowIsFullOfWhatNobodyReadPast() {
        Journal journal = streamed(100);
        append(journal, 60);
        journal.read(0);
        append(journal, 40);
        assertThat(journal.room(StdStream.STDOUT)).isZero();
        assertThat(journal.room(StdStream.STDERR)).isZero();
        assertThat(resumed).isEmpty();
        journal.read(1);
        assertThat(resumed).containsExactly(StdStream.STDOUT, StdStream.STDERR);
        assertThat(journal.room(StdStream.STDOUT)).isEqualTo(60);
    }

    @Test
    void keepsWhatWasReadPastAsLongAsThereIsRoom() {
        Journal journal = streamed(100);
        append(journal, 60);
        journal.read(0);
        journal.read(1);
        append(journal, 40);
        assertThat(journal.read(0).chunks()).hasSize(2);
        append(journal, 1);
        assertRefused(ErrorCode.OUTPUT_CURSOR, () -> journal.read(0)).hasMessageContaining("oldest kept is 1");
    }

    @Test
    void refusesACursorAheadOfWhatWasWritten() {
        assertRefused(ErrorCode.OUTPUT_CURSOR, () -> streamed(10).read(1));
    }

    @Test
    void givesTheSameBytesForTheSameCursor() {
        Journal journal = streamed(100);
        journal.append(StdStream.STDERR, ByteBuffer.wrap(new byte[] {1, 2, 3}));
        OutputBatch first = journal.read(0);
        append(journal, 5);
        OutputBatch second = journal.read(0);
        assertThat(second.chunks().get(0).toByteArray())
                .isEqualTo(first.chunks().get(0).toByteArray());
        assertThat(second.nextSequence()).isEqualTo(2);
    }

    @Test
    void takesACollectedCommandUpToItsLimitAndTellsOnceThatItIsTooMuch() {
        Journal journal = journal(OutputMode.COLLECTED, 10);
        assertThat(append(journal, 10)).isFalse();
        assertThat(journal.room(StdStream.STDOUT)).isEqualTo(1);
        assertThat(append(journal, 5)).isTrue();
        assertThat(append(journal, 5)).isFalse();
        assertThat(journal.collect(StdStream.STDOUT)).hasSize(10);
    }

    @Test
    void isFinishedWhenAllIsReadAndTheOutcomeIsKnown() {
        Journal journal = streamed(100);
        append(journal, 1);
        journal.endStreams();
        assertThat(journal.read(0).finished()).isFalse();
        journal.conclude(OUTCOME);
        assertThat(journal.read(0).outcome()).contains(OUTCOME);
        assertThat(journal.read(1).outcome()).contains(OUTCOME);
    }

    @Test
    void isNotFinishedWhileOutputMayStillCome() {
        Journal journal = streamed(100);
        journal.conclude(OUTCOME);
        assertThat(journal.read(0).finished()).isFalse();
    }

    @Test
    void wakesAReaderWhenThereIsSomething() throws Exception {
        Journal journal = streamed(100);
        CompletableFuture<OutputBatch> reader = reading(journal);
        append(journal, 3);
        journal.announce();
        assertThat(reader.get(20, TimeUnit.SECONDS).chunks()).hasSize(1);
    }

    @Test
    void leavesAStreamToAReaderWhoWaitsAndToNobodyElse() throws Exception {
        Journal journal = streamed(100);
        assertThat(journal.leaveToReader(StdStream.STDOUT)).isFalse();
        CompletableFuture<OutputBatch> reader = reading(journal);
        pieces.add(7);
        leaveOnceAwaited(journal, StdStream.STDOUT);
        assertThat(reader.get(20, TimeUnit.SECONDS).chunks())
                .singleElement()
                .satisfies(chunk -> assertThat(chunk.toByteArray()).hasSize(7));
    }

    @Test
    void leavesNothingOfACollectedCommand() throws Exception {
        Journal journal = journal(OutputMode.COLLECTED, 10);
        CompletableFuture<OutputBatch> reader = reading(journal);
        await().during(Duration.ofMillis(100)).until(() -> !journal.leaveToReader(StdStream.STDOUT));
        append(journal, 1);
        journal.announce();
        assertThat(reader.get(20, TimeUnit.SECONDS).chunks()).hasSize(1);
    }

    @Test
    void drawsWhatWasLeftForWhoeverHasReadAllElse() throws Exception {
        Journal journal = streamed(100);
        CompletableFuture<OutputBatch> first = reading(journal);
        pieces.addAll(List.of(7, 8, 9));
        leaveOnceAwaited(journal, StdStream.STDERR);
        long next = first.get(20, TimeUnit.SECONDS).nextSequence();
        assertThat(journal.read(0).nextSequence()).isEqualTo(next);
        assertThat(journal.read(next).nextSequence()).isEqualTo(next + 1);
        assertThat(journal.read(next + 1, 0).nextSequence()).isEqualTo(next + 2);
        assertThat(pieces).isEmpty();
    }

    @Test
    void waitsOnWhenThereIsNothingToDraw() throws Exception {
        Journal journal = streamed(100);
        CompletableFuture<OutputBatch> reader = reading(journal);
        leaveOnceAwaited(journal, StdStream.STDOUT);
        await().until(() -> journal.leaveToReader(StdStream.STDOUT)); // it waits again
        append(journal, 3);
        journal.announce();
        assertThat(reader.get(20, TimeUnit.SECONDS).chunks()).hasSize(1);
    }

    /** He who drew does not come again, and the other began to wait meanwhile. */
    @Test
    void leavesAStreamToTheOtherReader() throws Exception {
        Journal journal = streamed(100);
        CompletableFuture<OutputBatch> one = reading(journal);
        CompletableFuture<OutputBatch> other = CompletableFuture.supplyAsync(() -> {
            OutputBatch batch = readPatiently(journal);
            return readPatiently(journal, batch.nextSequence());
        });
        pieces.addAll(List.of(7, 8));
        leaveOnceAwaited(journal, StdStream.STDOUT);
        assertThat(one.get(20, TimeUnit.SECONDS).chunks()).isNotEmpty();
        assertThat(other.get(20, TimeUnit.SECONDS).chunks()).isNotEmpty();
    }

    private static CompletableFuture<OutputBatch> reading(Journal journal) {
        return CompletableFuture.supplyAsync(() -> readPatiently(journal));
    }

    private static void leaveOnceAwaited(Journal journal, StdStream stream) {
        await().until(() -> journal.leaveToReader(stream));
        journal.announce();
    }

    private static OutputBatch readPatiently(Journal journal) {
        return readPatiently(journal, 0);
    }

    private static OutputBatch readPatiently(Journal journal, long cursor) {
        try {
            return journal.read(cursor, TimeUnit.SECONDS.toNanos(20));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void failsItsReadersOnceTheyHaveReadEverything() {
        Journal journal = streamed(100);
        append(journal, 1);
        TinyboxException why =
                TinyboxException.of(ErrorCode.EXEC_STATUS_LOST, "lost").build();
        journal.fail(why);
        assertThat(journal.read(0).chunks()).hasSize(1);
        assertRefused(ErrorCode.EXEC_STATUS_LOST, () -> journal.read(1));
    }
}
