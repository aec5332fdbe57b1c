package ai.tinyhumans.tinybox.docker;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.Resources;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.BoxState;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Processes;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many boxes with several commands each, of which some are cancelled and some lose their client, while containers are
 * removed from outside and the daemon is restarted half-way. {@code ./dev stress} runs it at full size.
 */
@Requires({Facility.LAUNCH, Facility.DOCKER, Facility.DOCKERD})
@ExtendWith(LeakCheck.class)
class DockerStressIT {

    private static final int BOXES = Integer.getInteger("tinybox.stress.boxes", 4);
    private static final int EACH = Integer.getInteger("tinybox.stress.each", 2);
    private static final int SECONDS = Integer.getInteger("tinybox.stress.seconds", 20);
    private static final long SEED = Long.getLong("tinybox.stress.seed", 1);

    /** What two processors can start: commands last the longer the more of them there are. */
    private static final int STARTS_PER_SECOND = 6;

    private static final int MOST_MILLIS = Math.max(1000, 2000 * BOXES * EACH / STARTS_PER_SECOND);

    /** What may be said of a command when its box, its client or the daemon went away under it; anything else is a fault. */
    private static final Set<ErrorCode> HONEST = Set.of(
            ErrorCode.EXEC_CONNECTION_LOST,
            ErrorCode.BOX_GONE,
            ErrorCode.BOX_STATE,
            ErrorCode.BOX_UNKNOWN,
            ErrorCode.HANDLE_CLOSED,
            ErrorCode.PROVIDER_UNUSABLE,
            ErrorCode.HOST_FAILED,
            ErrorCode.PROCESS_UNKNOWN,
            ErrorCode.CLEANUP_FAILED);

    @TempDir
    Path directory;

    private final Map<String, AtomicLong> told = new ConcurrentSkipListMap<>();
    private final Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private int mostThreads;
    private long mostHeap;

    @Test
    void losesAndLeavesNothingWhateverHappens() throws InterruptedException {
        try (OwnDaemon daemon = OwnDaemon.start(directory)) {
            try (Tinybox tinybox = Tinybox.builder()
                    .host(HostWith.variables(daemon.variables()))
                    .sandbox(new DockerProvider("stress"))
                    .build()) {
                run(daemon, lanes(tinybox));
                destroyHalfMade(tinybox);
            }
            told.forEach((what, times) -> System.out.println("stress: " + what + " " + times));
            System.out.println(
                    "stress: at most " + mostThreads + " threads of tinybox, " + (mostHeap >> 20) + " MiB of heap");
            assertThat(faults).isEmpty();
            assertThat(daemon.docker("ps", "--all", "--quiet"))
                    .as("containers left")
                    .isEmpty();
            assertThat(Processes.withArgument(StressLoad.SLEEP)).as("survivors").isEmpty();
            assertThat(mostThreads).isLessThanOrEqualTo(8);
        }
    }

    /** What was left of a box whose making failed is destroyed as its maker was told to: when docker answers again. */
    private void destroyHalfMade(Tinybox tinybox) throws InterruptedException {
        for (BoxRecord half : tinybox.list()) {
            if (half.state() == BoxState.FAILED) {
                tinybox.box(half.id()).destroy();
                count("half-made, destroyed at the end");
            }
        }
    }

    private static List<StressLane> lanes(Tinybox tinybox) {
        List<StressLane> lanes = new ArrayList<>();
        for (int i = 0; i < BOXES; i++) {
            lanes.add(new StressLane(
                    tinybox,
                    DockerCase.of(WorkspaceSource.ociImage("alpine:3"))
                            .resources(Resources.DEFAULT.withPids(64).withMemory(ByteSize.ofMiB(64)))
                            .build()));
        }
        return lanes;
    }

    private void run(OwnDaemon daemon, List<StressLane> lanes) throws InterruptedException {
        ExecutorService workers = Executors.newCachedThreadPool();
        try {
            for (int i = 0; i < BOXES * EACH; i++) {
                StressLane lane = lanes.get(i / EACH);
                StressLoad load = new StressLoad(SEED * 1000 + i, MOST_MILLIS);
                workers.execute(() -> work(lane, load));
            }
            disturb(daemon, lanes);
        } finally {
            over.countDown();
            workers.shutdown();
            assertThat(workers.awaitTermination(5, TimeUnit.MINUTES))
                    .as("every command ends")
                    .isTrue();
        }
    }

    private void work(StressLane lane, StressLoad load) {
        try {
            while (over.getCount() > 0) {
                step(lane, load);
            }
        } catch (InterruptedException | RuntimeException | AssertionError e) {
            faults.add(e);
        }
    }

    private void step(StressLane lane, StressLoad load) throws InterruptedException {
        Box box = null;
        try {
            box = lane.box();
            count(load.once(box, over));
        } catch (StressLoad.BoxClosed e) {
            count("cancelled with its box");
        } catch (TinyboxException e) {
            count(e.code().dotted());
            if (!HONEST.contains(e.code())) {
                faults.add(e);
            }
            if (box != null && e.code() == ErrorCode.BOX_GONE) {
                lane.giveUp(box);
            }
            var unused = over.await(200, TimeUnit.MILLISECONDS);
        }
    }

    private void count(String what) {
        told.computeIfAbsent(what, none -> new AtomicLong()).incrementAndGet();
    }

    /** Removes a container every second or so, and restarts the daemon half-way. */
    private void disturb(OwnDaemon daemon, List<StressLane> lanes) throws InterruptedException {
        Random random = new Random(SEED);
        long begun = System.nanoTime();
        boolean restarted = false;
        for (long at = 0; at < SECONDS; at = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun)) {
            if (!restarted && at >= SECONDS / 2) {
                restarted = true;
                daemon.stop();
                daemon.startAgain();
                count("daemon restarted");
            }
            var unused = over.await(500 + random.nextInt(2000), TimeUnit.MILLISECONDS);
            lanes.get(random.nextInt(lanes.size())).target().ifPresent(box -> remove(daemon, box));
            look();
        }
    }

    private void remove(OwnDaemon daemon, Box box) {
        try {
            daemon.docker("rm", "--force", "tinybox-stress-" + box.id());
            count("container removed");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        Runtime runtime = Runtime.getRuntime();
        mostHeap = Math.max(mostHeap, runtime.totalMemory() - runtime.freeMemory());
        long threads = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("tinybox-"))
                .count();
        mostThreads = Math.max(mostThreads, (int) threads);
    }
}
