package ai.tinyhumans.tinybox.store;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that several JVMs change, some of which are killed. */
class FileStoreIT {

    private static final long SEED = 20260102;

    @TempDir
    private Path scratch;

    private final Random random = new Random(SEED);
    private final List<WriterProcess> writers = new ArrayList<>();
    private Path directory;
    private FileStore store;

    @BeforeEach
    void makeAStore() throws IOException {
        directory = Files.createDirectory(scratch.toRealPath().resolve("store"));
        store = FileStore.open(directory);
    }

    @AfterEach
    void endAllWriters() throws InterruptedException {
        for (WriterProcess writer : writers) {
            writer.kill();
        }
    }

    private WriterProcess start(int rounds) throws IOException {
        return start(List.of(), rounds);
    }

    private WriterProcess start(List<String> launcher, int rounds) throws IOException {
        Path notes = scratch.resolve("writer-" + writers.size());
        WriterProcess writer = WriterProcess.start(launcher, directory, notes, rounds);
        writers.add(writer);
        return writer;
    }

    private static Object inode(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    @Test // B131
    void losesNoRecordWhenSomeOfItsWritersAreKilled() throws Exception {
        store.insert(Records.plain("first"));
        Object lockFile = inode(directory.resolve("boxes.json.lock"));
        List<WriterProcess> running = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            running.add(start(100));
        }
        for (int kill = 0; kill < 4; kill++) {
            int victim = kill % running.size();
            running.get(victim).awaitSteps(20 + random.nextInt(20));
            LockSupport.parkNanos(random.nextInt(10_000_000));
            running.get(victim).kill();
            running.set(victim, start(100));
        }
        for (WriterProcess writer : writers) {
            writer.awaitEnd();
        }
        for (WriterProcess writer : writers) {
            writer.assertPromisesKept(store);
        }
        assertThat(store.get(new BoxId("first"))).isPresent();
        assertThat(inode(directory.resolve("boxes.json.lock"))).isEqualTo(lockFile);
    }

    @Test
    void isWholeWheneverItsWriterIsKilled() throws Exception {
        for (int kill = 0; kill < 10; kill++) {
            WriterProcess writer = start(1_000_000);
            writer.awaitSteps(1 + random.nextInt(10));
            LockSupport.parkNanos(random.nextInt(20_000_000));
            assertThat(writer.isAlive()).isTrue();
            writer.kill();
            writer.assertPromisesKept(store);
            assertThat(store.insertNew(id -> Records.plain(id.value())).state()).isEqualTo(BoxState.CREATING);
            try (Stream<Path> left = Files.list(directory)) {
                assertThat(left.map(path -> path.getFileName().toString()))
                        .containsExactlyInAnyOrder("boxes.json", "boxes.json.lock");
            }
        }
    }

    @Test // B129
    @Requires(Facility.STRACE)
    void flushesTheFileBeforeTheRenameAndTheDirectoryAfterIt() throws Exception {
        Path trace = scratch.resolve("trace");
        List<String> strace = List.of(
                "strace",
                "-f",
                "-y",
                "-o",
                trace.toString(),
                "-e",
                "trace=open,openat,creat,write,pwrite64,writev,fsync,fdatasync,sync_file_range,truncate,ftruncate,"
                        + "rename,renameat,renameat2,link,linkat,unlink,unlinkat");
        start(strace, 1).awaitEnd();
        assertThat(steps(Files.readAllLines(trace)))
                .containsExactly("write temp", "fsync temp", "rename temp to file", "fsync directory");
        assertThat(store.list()).hasSize(1);
    }

    /** What the trace tells about the store's file, one word per kind of step. Anything unexpected stays as it is. */
    private List<String> steps(List<String> trace) {
        String file = directory.resolve("boxes.json").toString();
        List<String> steps = new ArrayList<>();
        for (String line : trace) {
            String call = line.replaceFirst("^\\d+ +", "");
            String step = null;
            if (call.matches("write\\(\\d+<\\Q" + file + ".tmp\\E>.*")) {
                step = "write temp";
            } else if (call.matches("fsync\\(\\d+<\\Q" + file + ".tmp\\E>.*")) {
                step = "fsync temp";
            } else if (call.matches("rename\\(\"\\Q" + file + ".tmp\\E\", \"\\Q" + file + "\\E\".*")) {
                step = "rename temp to file";
            } else if (call.matches("fsync\\(\\d+<\\Q" + directory + "\\E>.*")) {
                step = "fsync directory";
            } else if (call.matches("(open|openat|creat)\\(.*\"\\Q" + file + "\\E\".*(O_WRONLY|O_RDWR|O_TRUNC).*")
                    || call.matches("\\w*(write|sync|trunc|link|rename)\\w*\\(.*\\Q" + file + "\\E[\">].*")) {
                step = call;
            }
            if (step != null && (steps.isEmpty() || !steps.get(steps.size() - 1).equals(step))) {
                steps.add(step);
            }
        }
        return steps;
    }
}
