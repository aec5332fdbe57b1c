package ai.tinyhumans.tinybox.linux.landlock;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.linux.BoxCase;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A restricted thread restricts nobody but its program: no other thread of this JVM, whoever started it and when. */
@Requires(Facility.LANDLOCK)
class LandlockThreadsIT extends BoxCase {

    private static final int ROUNDS = 40;
    private static final int JAILED = 8;

    @Override
    protected Placement placement() {
        return Placement.of("local", "landlock");
    }

    /** The threads of this JVM that can gain no privileges, as every restricted thread can, by their names. */
    private static List<String> restricted() throws IOException {
        List<String> names = new ArrayList<>();
        try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
            for (Path task : tasks.toList()) {
                try {
                    if (Files.readString(task.resolve("status")).contains("NoNewPrivs:\t1")) {
                        names.add(Files.readString(task.resolve("comm")).strip());
                    }
                } catch (IOException endedMeanwhile) {
                    // it restricts nobody
                }
            }
        }
        return names;
    }

    @Test
    void threadsTheCompilerAndTheCollectorStayFreeUnderLoad() throws Exception {
        Path free = secret("free");
        Set<String> before = Set.copyOf(restricted());
        assertThat(before).isEmpty();
        ExecutorService pool = Executors.newCachedThreadPool();
        try (Box box = create()) {
            List<Execution> jailed = new ArrayList<>();
            for (int i = 0; i < JAILED; i++) {
                jailed.add(box.start(Command.of("sleep", nap())));
            }
            for (int round = 0; round < ROUNDS; round++) {
                List<Future<Boolean>> opened = pool.invokeAll(opening(free, round));
                Future<Boolean> ran =
                        pool.submit(() -> box.exec(sh("cat " + free)).stdout().length == 0);
                for (Future<Boolean> open : opened) {
                    assertThat(open.get(60, TimeUnit.SECONDS)).isTrue();
                }
                assertThat(ran.get(60, TimeUnit.SECONDS)).isTrue();
                assertThat(restricted()).hasSizeGreaterThanOrEqualTo(JAILED).allMatch("tinybox-jail"::startsWith);
            }
            assertThat(Files.writeString(outside.resolve("written"), "x")).exists();
            jailed.forEach(Execution::close);
        } finally {
            pool.shutdownNow();
            assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** Work that makes garbage, hot code and new classes, and opens a file that no jail grants. */
    private static List<Callable<Boolean>> opening(Path free, int round) {
        Callable<Boolean> open = () -> {
            long sum = 0;
            for (int i = 0; i < 2_000; i++) {
                byte[] garbage = new byte[16 << 10];
                garbage[i % garbage.length] = (byte) i;
                sum += garbage[i % 7];
            }
            if (round % 10 == 0) {
                System.gc();
            }
            return Files.readString(free).length() + sum % 2 > 0
                    && Executors.class.getClassLoader() == null
                    && Files.exists(Path.of("/proc/self/status"));
        };
        return IntStream.range(0, 8).mapToObj(i -> open).toList();
    }

    @Test
    void aThreadStartedWhileOneIsRestrictedIsNotRestricted() throws Exception {
        Path free = secret("free");
        try (Box box = create();
                Execution jailed = box.start(Command.of("sleep", nap()))) {
            boolean[] read = new boolean[1];
            Thread fresh = new Thread(() -> read[0] = free.toFile().canRead() && lines(free) == 1);
            fresh.start();
            fresh.join();
            assertThat(read[0]).isTrue();
            assertThat(restricted()).containsExactly("tinybox-jail");
            jailed.cancel();
        }
    }

    private static long lines(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        } catch (IOException e) {
            return -1;
        }
    }
}
