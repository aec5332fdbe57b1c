package ai.tinyhumans.tinybox.host.local;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.OutputBatch;
import ai.tinyhumans.tinybox.exec.OutputChunk;
import ai.tinyhumans.tinybox.exec.Stdin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Output that is read as it comes: by cursor, at the reader's speed, again if wanted. */
class StreamingIT extends PassthroughCase {

    private static final Duration LONG = Duration.ofSeconds(30);

    /** The numbers from 1 on joined by bars, then END. */
    private static String numbers(int last) {
        return IntStream.rangeClosed(1, last).mapToObj(Integer::toString).collect(Collectors.joining("|", "", "END"));
    }

    private static String scriptOfNumbers(int last) {
        return "seq -s '|' 1 " + last + " | tr -d '\\n'; printf END";
    }

    private static List<OutputBatch> readAll(Execution execution, long from, Duration between)
            throws InterruptedException {
        List<OutputBatch> batches = new ArrayList<>();
        long cursor = from;
        do {
            batches.add(execution.read(cursor, LONG));
            cursor = batches.get(batches.size() - 1).nextSequence();
            pause(between);
        } while (!batches.get(batches.size() - 1).finished());
        return batches;
    }

    private static String text(List<OutputBatch> batches) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        batches.forEach(batch -> batch.chunks().forEach(chunk -> all.writeBytes(chunk.toByteArray())));
        return all.toString(StandardCharsets.US_ASCII);
    }

    @Test // B011
    void losesNothingToASlowReaderAndCanBeReadAgain() throws InterruptedException {
        try (Execution execution = box.start(sh(scriptOfNumbers(90_000)))) {
            List<OutputBatch> batches = readAll(execution, 0, Duration.ofMillis(50));
            assertThat(text(batches)).isEqualTo(numbers(90_000));
            assertThat(batches.stream().flatMap(b -> b.chunks().stream()))
                    .extracting(OutputChunk::sequence)
                    .isSorted()
                    .doesNotHaveDuplicates();
            long middle = batches.get(3).nextSequence();
            assertThat(text(readAll(execution, middle, Duration.ZERO)))
                    .isEqualTo(text(batches.subList(4, batches.size())));
            assertThat(text(readAll(execution, 0, Duration.ZERO))).isEqualTo(numbers(90_000));
        }
    }

    @Test
    void losesNothingOfMoreThanTheWindowHolds() throws InterruptedException {
        try (Execution execution = box.start(sh(scriptOfNumbers(1_000_000)))) {
            assertThat(text(readAll(execution, 0, Duration.ZERO))).isEqualTo(numbers(1_000_000));
        }
    }

    @Test // B014, twelve seconds
    void staysOpenWhileAProgramIsSilent() throws InterruptedException {
        try (Execution execution = box.start(sh("sleep 12; echo end"))) {
            int empty = 0;
            OutputBatch batch = execution.read(0, Duration.ofMillis(200));
            for (; batch.chunks().isEmpty() && !batch.finished(); empty++) {
                batch = execution.read(batch.nextSequence(), Duration.ofMillis(200));
            }
            assertThat(empty).isGreaterThan(20);
            assertThat(text(List.of(batch))).isEqualTo("end\n");
            assertThat(execution.await().exit()).isEqualTo(new Exit.Exited(0));
        }
    }

    @Test
    void makesAProgramWaitWhoseOutputNobodyReads() throws InterruptedException, IOException {
        Path count = workspace.resolve("count");
        try (Execution execution =
                box.start(sh("i=0; while :; do head -c 65536 /dev/zero; i=$((i+1)); echo $i > n; mv n count; done"))) {
            await().atMost(LONG).until(() -> Files.exists(count) && read(count) >= 15);
            pause(Duration.ofMillis(300));
            assertThat(execution.isOver()).isFalse();
        }
        // a window of sixteen pieces, a pipe that grew as large, and the one that was cut short
        assertThat(read(count)).isBetween(15, 34);
    }

    private static int read(Path count) throws IOException {
        return Integer.parseInt(Files.readString(count).strip());
    }

    @Test
    void letsAProgramGoOnOnceItsOutputIsRead() throws InterruptedException {
        try (Execution execution = box.start(sh("head -c 3000000 /dev/zero; touch written"))) {
            await().atMost(LONG).until(() -> execution.read(0).chunks().size() == 8);
            assertThat(workspace.resolve("written")).doesNotExist();
            assertThat(text(readAll(execution, 0, Duration.ZERO))).hasSize(3_000_000);
        }
        assertThat(workspace.resolve("written")).exists();
    }

    @Test
    void refusesACursorWhoseChunkMadeRoom() throws InterruptedException {
        try (Execution execution = box.start(sh("head -c 3000000 /dev/zero"))) {
            List<OutputBatch> batches = readAll(execution, 0, Duration.ZERO);
            assertRefused(ErrorCode.OUTPUT_CURSOR, () -> execution.read(0)).hasMessageContaining("chunk 0");
            long last = batches.get(batches.size() - 2).nextSequence();
            assertThat(execution.read(last).chunks())
                    .hasSameSizeAs(batches.get(batches.size() - 1).chunks());
        }
    }

    @Test
    void refusesACursorThatIsAheadOfTheOutput() throws InterruptedException {
        try (Execution execution = box.start(sh("echo once"))) {
            long end = readAll(execution, 0, Duration.ZERO).get(0).nextSequence();
            assertRefused(ErrorCode.OUTPUT_CURSOR, () -> execution.read(end + 1));
            assertRefused(ErrorCode.OUTPUT_CURSOR, () -> execution.read(-1));
            assertThat(execution.read(end).finished()).isTrue();
        }
    }

    @Test
    void showsTwoReadersTheSame() throws Exception {
        try (Execution execution = box.start(sh("for i in 1 2 3 4 5 6 7 8 9; do echo $i; sleep 0.02; done"))) {
            CompletableFuture<String> other = CompletableFuture.supplyAsync(() -> {
                try {
                    return text(readAll(execution, 0, Duration.ofMillis(10)));
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            assertThat(text(readAll(execution, 0, Duration.ZERO))).isEqualTo("1\n2\n3\n4\n5\n6\n7\n8\n9\n");
            assertThat(other.get()).isEqualTo("1\n2\n3\n4\n5\n6\n7\n8\n9\n");
        }
    }

    @Test
    void neverChangesAChunkThatWasHandedOut() throws InterruptedException {
        try (Execution execution = box.start(sh("printf a; read x; printf b").stdin(Stdin.open()))) {
            long cursor = awaitOutput(execution, "a");
            List<OutputChunk> before = execution.read(0).chunks();
            execution.stdin().close();
            assertThat(text(readAll(execution, cursor, Duration.ZERO))).isEqualTo("b");
            assertThat(execution.read(0).chunks().get(0).toByteArray())
                    .isEqualTo(before.get(0).toByteArray());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void keepsWhatIsLeftToReadAfterTheProgramIsDead() throws InterruptedException {
        try (Execution execution = box.start(sh("head -c 1100000 /dev/zero"))) {
            await().atMost(LONG).until(execution::isOver);
            assertThat(text(readAll(execution, 0, Duration.ZERO))).hasSize(1_100_000);
        }
    }

    @Test
    void copiesBothStreamsWhereTheyBelong() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (Execution execution = box.start(sh("head -c 2000000 /dev/zero; head -c 1500000 /dev/zero >&2; exit 3"))) {
            assertThat(execution.copyTo(out, err).exit()).isEqualTo(new Exit.Exited(3));
        }
        assertThat(out.size()).isEqualTo(2_000_000);
        assertThat(err.size()).isEqualTo(1_500_000);
    }

    /** Writes at once more than the pipe holds, so that there is always more when a piece was read. */
    private static String bursts(int count) {
        return "for i in $(seq " + count + "); do head -c 4194304 /dev/zero | tr '\\0' x; sleep 0.02; done";
    }

    @Test
    void isReadByItsReaderWhileThereIsMoreThanHeReads() throws InterruptedException, IOException {
        long before = bytesReadByThisThread();
        try (Execution execution = box.start(sh(bursts(20) + "; printf END"))) {
            String all = text(readAll(execution, 0, Duration.ZERO));
            assertThat(all).hasSize(20 * 4_194_304 + 3).endsWith("xEND").containsOnlyOnce("E");
        }
        assertThat(bytesReadByThisThread() - before).isGreaterThan(1 << 20);
    }

    /** Of /proc/pid/io, proc_pid_io(5). */
    private static long bytesReadByThisThread() throws IOException {
        String first = Files.readAllLines(Path.of("/proc/thread-self/io")).get(0);
        return Long.parseLong(first.substring("rchar: ".length()));
    }

    @Test
    void isCancelledWhileItsReaderIsAtIt() throws Exception {
        for (int i = 0; i < 20; i++) {
            try (Execution execution = box.start(sh("while :; do head -c 3000000 /dev/zero; sleep 0.001; done"))) {
                long cursor = 0;
                for (int chunks = 0; chunks < 2000; chunks++) {
                    cursor = execution.read(cursor, LONG).nextSequence();
                }
                CompletableFuture<Void> cancelled = CompletableFuture.runAsync(execution::cancel);
                List<OutputBatch> rest = readAll(execution, cursor, Duration.ZERO);
                assertThat(rest.get(rest.size() - 1).outcome().orElseThrow().exit())
                        .isEqualTo(new Exit.Cancelled());
                cancelled.get();
            }
        }
    }

    @Test
    void endsAlthoughItsReaderDoesNotComeAgain() throws InterruptedException {
        int size = 6 << 20;
        try (Execution execution = box.start(sh("head -c " + size + " /dev/zero; touch written"))) {
            long cursor = 0;
            List<OutputBatch> batches = new ArrayList<>();
            while (text(batches).length() <= size - (1 << 20)) {
                batches.add(execution.read(cursor, LONG));
                cursor = batches.get(batches.size() - 1).nextSequence();
            }
            assertThat(execution.await().exit()).isEqualTo(new Exit.Exited(0));
            assertThat(workspace.resolve("written")).exists();
            batches.addAll(readAll(execution, cursor, Duration.ZERO));
            assertThat(text(batches)).hasSize(size);
        }
    }

    @Test
    void isNotCollectedAsWell() throws InterruptedException {
        try (Execution execution = box.start(sh("echo once"))) {
            assertRefused(ErrorCode.BOX_STATE, execution::collect);
        }
    }
}
