package ai.tinyhumans.tinybox.host.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.Outcome;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many commands, one after the other and all at once: each has its whole output and its own exit. */
@Timeout(300)
class LoadIT extends PassthroughCase {

    private <T> List<T> inThreads(int count, List<Callable<T>> tasks) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> result : threads.invokeAll(tasks)) {
                results.add(result.get());
            }
            return results;
        } finally {
            threads.shutdown();
            assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static void assertPrintedX(ExecResult result) {
        assertThat(result.stdoutText()).isEqualTo("X");
        assertThat(result.exit()).isEqualTo(new Exit.Exited(0));
    }

    @Test // B012
    void fiveHundredInARowLoseNothing() throws InterruptedException {
        for (int i = 0; i < 500; i++) {
            assertPrintedX(exec("printf", "X"));
        }
    }

    @Test // B012
    void eightTimesFiftyAtOnceLoseNothing() throws Exception {
        List<Callable<List<ExecResult>>> tasks = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            tasks.add(() -> {
                List<ExecResult> results = new ArrayList<>();
                for (int run = 0; run < 50; run++) {
                    results.add(exec("printf", "X"));
                }
                return results;
            });
        }
        List<ExecResult> all =
                inThreads(8, tasks).stream().flatMap(List::stream).collect(Collectors.toList());
        assertThat(all).hasSize(400).allSatisfy(LoadIT::assertPrintedX);
    }

    @Test // B029
    void threeHundredOfAllKindsEndOnceEachAndLeaveNoZombie() throws Exception {
        AtomicInteger ends = new AtomicInteger();
        List<Callable<Exit>> tasks = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            int number = i;
            tasks.add(() -> switch (number % 3) {
                case 0 -> collected(number, ends);
                case 1 -> streamed(number, ends);
                default -> cancelled(ends);
            });
        }
        List<Exit> exits = inThreads(16, tasks);
        for (int i = 0; i < 300; i++) {
            assertThat(exits.get(i)).isEqualTo(i % 3 == 2 ? new Exit.Cancelled() : new Exit.Exited(i % 7));
        }
        await().until(() -> ends.get() >= 300); // those who wait are woken before those who asked to be told
        assertThat(ends).hasValue(300);
        // a child that nobody reaped is found by the look for leaks
    }

    private Exit collected(int number, AtomicInteger ends) throws InterruptedException {
        try (Execution execution = box.startCollected(sh("echo " + number + "; exit " + number % 7))) {
            execution.onExit().thenRun(ends::incrementAndGet);
            ExecResult result = execution.collect();
            assertThat(result.stdoutText()).isEqualTo(number + "\n");
            return result.exit();
        }
    }

    private Exit streamed(int number, AtomicInteger ends) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Execution execution = box.start(sh("seq 1 " + number + "; exit " + number % 7))) {
            execution.onExit().thenRun(ends::incrementAndGet);
            Outcome outcome = execution.copyTo(out, out);
            assertThat(out.toString(StandardCharsets.US_ASCII).lines()).hasSize(number);
            return outcome.exit();
        }
    }

    private Exit cancelled(AtomicInteger ends) throws InterruptedException {
        try (Execution execution = box.start(Command.of("sleep", Naps.of(348)))) {
            execution.onExit().thenRun(ends::incrementAndGet);
            execution.cancel();
            return execution.await().exit();
        }
    }

    @Test // P7 of the design, a fifth of it
    void aHundredAtOnceTakeNoThreadEach() throws InterruptedException {
        List<Execution> running = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            running.add(box.start(Command.of("sleep", Naps.of(349))));
        }
        assertThat(Thread.getAllStackTraces().keySet().stream()
                        .map(Thread::getName)
                        .filter(name -> name.startsWith("tinybox-")))
                .hasSizeLessThanOrEqualTo(3);
        running.forEach(Execution::cancel);
        for (Execution execution : running) {
            assertThat(execution.await().exit()).isEqualTo(new Exit.Cancelled());
            execution.close();
        }
    }
}
