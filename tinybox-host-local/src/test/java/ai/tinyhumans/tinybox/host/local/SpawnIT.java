package ai.tinyhumans.tinybox.host.local;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.BoxProcess;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.ProcessId;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.FileStore;
import ai.tinyhumans.tinybox.store.MemoryStore;
import ai.tinyhumans.tinybox.store.Store;
import ai.tinyhumans.tinybox.testkit.Processes;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Processes that belong to the box and not to the call that started them. */
@Timeout(120)
class SpawnIT extends PassthroughCase {

    @Test // B042
    void runInTheirDirectoryWithTheirVariablesAfterTheCallIsOver() throws Exception {
        Files.createDirectory(workspace.resolve("w"));
        ProcessId process = box.spawn(sh("sleep 1; pwd > file; echo $V >> file; sleep " + Naps.of(350))
                .cwd("w")
                .env("V", "1"));
        assertThat(box.isRunning(process)).isTrue();
        awaitFile("w/file");
        await().until(() -> Files.readAllLines(workspace.resolve("w/file")).size() == 2);
        assertThat(workspace.resolve("w/file")).hasContent(workspace.resolve("w") + "\n1\n");
        assertThat(box.isRunning(process)).isTrue();
        box.stop(process);
        assertRefused(ErrorCode.PROCESS_UNKNOWN, () -> box.isRunning(process));
    }

    @Test
    void areListedUntilTheyAreStoppedThoughTheyEnded() throws InterruptedException {
        ProcessId lasting = box.spawn(Command.of("sleep", Naps.of(351)));
        ProcessId brief = box.spawn(sh("exit 3"));
        await().until(() -> !box.isRunning(brief));
        assertThat(box.processes()).extracting(BoxProcess::id).containsExactly(lasting, brief);
        assertThat(box.processes()).extracting(BoxProcess::running).containsExactly(true, false);
        assertThat(box.processes().get(0).argv().get(0)).isEqualTo("sleep");
        assertThat(box.processes().get(0).startedAt()).isPresent();
        box.stop(brief);
        assertThat(box.processes()).extracting(BoxProcess::id).containsExactly(lasting);
        assertThat(box.spawn(sh("exit 0"))).isEqualTo(brief);
    }

    @Test
    void leaveNoZombieWhenTheyEnd() {
        box.spawn(sh("exit 0"));
        await().until(() -> !box.processes().get(0).running());
        // the child itself is found by the look for leaks if nobody reaps it
    }

    @Test
    void areStoppedWithAllTheirDescendants() throws InterruptedException {
        String nap = Naps.of(352);
        ProcessId process = box.spawn(sh("(setsid sleep " + nap + " &); sleep " + nap + " & exec sleep " + nap));
        await().until(() -> Processes.withArgument(nap).size() == 3);
        box.stop(process);
        assertGone(nap);
    }

    @Test
    void areStoppedThoughTheirLeaderIsGone() throws InterruptedException {
        String nap = Naps.of(353);
        ProcessId process = box.spawn(sh("sleep " + nap + " & exit 0"));
        awaitRunning(nap);
        assertThat(box.isRunning(process)).isTrue();
        box.stop(process);
        assertGone(nap);
    }

    @Test
    void areStoppedThoughTheyIgnoreTheRequest() throws InterruptedException {
        String nap = Naps.of(354);
        ProcessId process = box.spawn(sh("trap '' TERM; while :; do sleep " + nap + "; done"));
        awaitRunning(nap);
        box.stop(process);
        assertGone(nap);
    }

    @Test
    void readTheBytesTheyAreGiven() {
        byte[] content = new byte[3 << 20];
        box.spawn(sh("wc -c > counting; mv counting counted").stdin(Stdin.bytes(content)));
        awaitFile("counted");
        assertThat(workspace.resolve("counted")).hasContent("3145728\n");
    }

    @Test
    void readTheFileTheyAreGiven() throws Exception {
        Path file = Files.writeString(workspace.resolve("input"), "content");
        box.spawn(sh("cat > copying; mv copying copied").stdin(Stdin.file(file)));
        awaitFile("copied");
        assertThat(workspace.resolve("copied")).hasContent("content");
    }

    @Test
    void writeToNowhere() {
        box.spawn(sh("readlink /proc/self/fd/1 /proc/self/fd/2 > writing; mv writing written"));
        box.spawn(sh("{ ls -l /proc/self/fd; } > /dev/null; echo lost; echo lost >&2; : > done"));
        awaitFile("written");
        awaitFile("done");
        assertThat(workspace.resolve("written")).content().contains("/dev/null");
    }

    @Test
    void takeNothingThatThisJvmWouldHaveToDoForThem() {
        Command command = Command.of("true");
        Stdin stream = Stdin.stream(new ByteArrayInputStream(new byte[1]));
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> box.spawn(command.timeout(Duration.ofSeconds(1))));
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> box.spawn(command.stdin(Stdin.open())));
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> box.spawn(command.stdin(stream)));
        assertThat(box.processes()).isEmpty();
    }

    @Test
    void leaveNoRecordIfTheyDoNotStart() {
        assertRefused(ErrorCode.LAUNCH_NOT_FOUND, () -> box.spawn(Command.of("/no/such")));
        assertThat(box.processes()).isEmpty();
    }

    @Test
    void areSoManyAndNoMore() {
        for (int i = 0; i < 64; i++) {
            box.spawn(sh("exit 0"));
        }
        assertRefused(ErrorCode.LIMIT_REACHED, () -> box.spawn(sh("exit 0")));
    }

    @Test
    void endWithTheBox() throws InterruptedException {
        String nap = Naps.of(355);
        box.spawn(Command.of("sleep", nap));
        box.spawn(sh("trap '' TERM; sleep " + nap + " & wait"));
        await().until(() -> Processes.withArgument(nap).size() == 2);
        box.destroy();
        assertGone(nap);
    }

    @Test
    void outliveAnExecutionThatIsCancelled() throws InterruptedException {
        String nap = Naps.of(356);
        box.spawn(Command.of("sleep", nap));
        box.exec(Command.of("sleep", Naps.of(357)).timeout(Duration.ofMillis(200)));
        assertThat(Processes.withArgument(nap)).hasSize(1);
    }

    @Test
    void areNotStartedBehindTheBackOfADestruction() throws Exception {
        for (int round = 0; round < 50; round++) {
            String nap = Naps.of(358);
            Box raced = tinybox.create(BoxSpec.unconfined(workspace));
            CompletableFuture<ErrorCode> spawning = CompletableFuture.supplyAsync(() -> spawnUntilRefused(raced, nap));
            pause(Duration.ofMillis(round % 10));
            raced.destroy();
            assertThat(spawning.get()).isIn(ErrorCode.BOX_STATE, ErrorCode.BOX_UNKNOWN, ErrorCode.LIMIT_REACHED);
            assertGone(nap);
        }
    }

    private static ErrorCode spawnUntilRefused(Box raced, String nap) {
        while (true) {
            try {
                raced.spawn(Command.of("sleep", nap));
            } catch (TinyboxException refusal) {
                return refusal.code();
            }
        }
    }

    @Test
    void areEndedIfTheirStartCannotBeRecorded() throws InterruptedException {
        String nap = Naps.of(373);
        FullStore store = new FullStore();
        try (Tinybox other = Tinybox.builder().store(store).build()) {
            Box mine = other.create(BoxSpec.unconfined(workspace));
            store.updatesLeft = 1;
            assertRefused(ErrorCode.STORE_FAILED, () -> mine.spawn(Command.of("sleep", nap)));
            assertGone(nap);
            store.updatesLeft = Integer.MAX_VALUE;
        }
    }

    /** A store on a disk that gets full. */
    private static final class FullStore implements Store {

        private final Store inner = new MemoryStore();
        private int updatesLeft = Integer.MAX_VALUE;

        @Override
        public void insert(BoxRecord box) {
            inner.insert(box);
        }

        @Override
        public Optional<BoxRecord> get(BoxId id) {
            return inner.get(id);
        }

        @Override
        public List<BoxRecord> list() {
            return inner.list();
        }

        @Override
        public Optional<BoxRecord> update(BoxId id, UnaryOperator<BoxRecord> change) {
            if (updatesLeft-- <= 0) {
                throw TinyboxException.of(ErrorCode.STORE_FAILED, "the disk is full")
                        .build();
            }
            return inner.update(id, change);
        }

        @Override
        public boolean remove(BoxId id) {
            return inner.remove(id);
        }
    }

    @Test
    void keepTheirNamesApartThoughTheyAreSpawnedAtOnce() throws Exception {
        List<CompletableFuture<ProcessId>> spawning = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            spawning.add(CompletableFuture.supplyAsync(() -> box.spawn(Command.of("sleep", Naps.of(359)))));
        }
        List<ProcessId> ids = new ArrayList<>();
        for (CompletableFuture<ProcessId> one : spawning) {
            ids.add(one.get());
        }
        assertThat(ids).doesNotHaveDuplicates();
        assertThat(box.processes()).extracting(BoxProcess::running).hasSize(20).containsOnly(true);
    }

    @Test
    void areStoppedByAnyTinyboxOfTheSameStore() throws InterruptedException {
        String nap = Naps.of(360);
        FileStore store = FileStore.open(workspace.resolve("state"));
        try (Tinybox one = Tinybox.builder().store(store).build();
                Tinybox two = Tinybox.builder().store(store).build()) {
            Box mine = one.create(BoxSpec.unconfined(workspace));
            ProcessId process = mine.spawn(Command.of("sleep", nap));
            Box theirs = two.box(mine.id());
            assertThat(theirs.isRunning(process)).isTrue();
            theirs.stop(process);
            assertGone(nap);
            assertThat(mine.processes()).isEmpty();
        }
    }

    @Test
    void outliveTheTinyboxThatStartedThem() throws InterruptedException {
        String nap = Naps.of(361);
        FileStore store = FileStore.open(workspace.resolve("state"));
        try (Tinybox two = Tinybox.builder().store(store).build()) {
            ProcessId process;
            Box theirs;
            try (Tinybox one = Tinybox.builder().store(store).build()) {
                Box mine = one.create(BoxSpec.unconfined(workspace));
                process = mine.spawn(Command.of("sleep", nap));
                theirs = two.box(mine.id());
                mine.keep();
            }
            assertThat(theirs.isRunning(process)).isTrue();
            assertThat(Processes.withArgument(nap)).hasSize(1);
            theirs.destroy();
            assertGone(nap);
        } // a zombie, a thread or a handle that stayed is found by the look for leaks
    }
}
