package ai.tinyhumans.tinybox.host.local;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.ResourceUsage;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What ends when a thread is interrupted, or a handle is cancelled or closed, at whatever moment. */
@Timeout(120)
class ClosingIT extends PassthroughCase {

    @Test
    void aCancelBeforeTheStartMeansThatItNeverStarts() throws InterruptedException {
        try (Execution execution = box.prepare(sh("touch started"))) {
            execution.cancel();
            execution.start();
            assertThat(execution.await().exit()).isEqualTo(new Exit.Cancelled());
            assertThat(execution.await().usage()).isEqualTo(ResourceUsage.NONE);
            assertThat(execution.read(0).finished()).isTrue();
        }
        assertThat(workspace.resolve("started")).doesNotExist();
    }

    @Test
    void aCloseBeforeTheStartMeansThatItNeverStarts() {
        Execution execution = box.prepare(sh("touch started"));
        execution.close();
        execution.start();
        assertThat(workspace.resolve("started")).doesNotExist();
    }

    @Test
    void anExecutionStartsOnce() throws InterruptedException {
        try (Execution execution = box.start(sh("exit 0"))) {
            assertRefused(ErrorCode.BOX_STATE, execution::start);
            execution.await();
            assertRefused(ErrorCode.BOX_STATE, execution::start);
        }
        try (Execution execution = box.start(Command.of("sleep", Naps.of(341)))) {
            execution.cancel();
            execution.await();
            assertRefused(ErrorCode.BOX_STATE, execution::start);
        }
    }

    @Test
    void anInterruptCancelsWhatExecRuns() throws Exception {
        String nap = Naps.of(342);
        Thread caller = Thread.currentThread();
        CompletableFuture<Void> interrupt = CompletableFuture.runAsync(() -> {
            awaitRunning(nap);
            caller.interrupt();
        });
        assertThatThrownBy(() -> exec("sleep", nap)).isInstanceOf(InterruptedException.class);
        assertGone(nap);
        interrupt.get();
    }

    @Test
    void anInterruptLeavesAnExecutionThatIsWaitedFor() throws InterruptedException {
        try (Execution execution = box.start(Command.of("sleep", Naps.of(343)))) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(execution::await).isInstanceOf(InterruptedException.class);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> execution.read(0, Duration.ofSeconds(10)))
                    .isInstanceOf(InterruptedException.class);
            assertThat(execution.isOver()).isFalse();
        }
    }

    @Test
    void anInterruptDoesNotCutAClosingShort() {
        String nap = Naps.of(344);
        Execution execution = box.start(sh("trap '' TERM; sleep " + nap).grace(Duration.ofMillis(300)));
        awaitRunning(nap);
        Thread.currentThread().interrupt();
        execution.close();
        assertThat(Thread.interrupted()).isTrue();
        assertGone(nap);
    }

    @Test
    void anInterruptDoesNotKeepAnythingOfTheHost() throws InterruptedException {
        for (int i = 0; i < 50; i++) {
            Tinybox other = Tinybox.open();
            other.create(BoxSpec.unconfined(workspace)).exec(Command.of("true"));
            Thread.currentThread().interrupt();
            other.close();
            assertThat(Thread.interrupted()).isTrue();
        } // a guard that was not reaped is found by the look for leaks
    }

    @Test
    void aGraceOfAnyLengthIsNoObstacle() {
        String nap = Naps.of(345);
        Execution execution = box.start(Command.of("sleep", nap).grace(Duration.ofSeconds(Long.MAX_VALUE)));
        awaitRunning(nap);
        execution.close();
        assertThat(execution.isOver()).isTrue();
        assertGone(nap);
    }

    @Test
    void closingABoxEndsWhatRunsInIt() throws Exception {
        String nap = Naps.of(346);
        CompletableFuture<Exit> result = CompletableFuture.supplyAsync(() -> {
            try {
                return exec("sleep", nap).exit();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        awaitRunning(nap);
        box.close();
        assertGone(nap);
        assertThat(result.get(30, TimeUnit.SECONDS)).isEqualTo(new Exit.Cancelled());
    }

    @Test
    void closingATinyboxRightAfterACommandIsNoError() throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            try (Tinybox other = Tinybox.open();
                    Box one = other.create(BoxSpec.unconfined(workspace))) {
                assertThat(one.exec(Command.of("true")).exit()).isEqualTo(new Exit.Exited(0));
            }
        }
    }

    @Test
    void closingABoxRacesWithCommandsAndLosesNone() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (int i = 0; i < 50; i++) {
                Tinybox other = Tinybox.open();
                Box raced = other.create(BoxSpec.unconfined(workspace));
                CountDownLatch running = new CountDownLatch(4);
                List<Future<ErrorCode>> callers = new ArrayList<>();
                for (int caller = 0; caller < 4; caller++) {
                    callers.add(threads.submit(() -> execUntilRefused(raced, running)));
                }
                running.await();
                other.close();
                for (Future<ErrorCode> caller : callers) {
                    assertThat(caller.get(30, TimeUnit.SECONDS))
                            .isIn(ErrorCode.HANDLE_CLOSED, ErrorCode.BOX_STATE, ErrorCode.BOX_UNKNOWN);
                }
            }
        } finally {
            threads.shutdownNow();
            assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static ErrorCode execUntilRefused(Box raced, CountDownLatch running) throws InterruptedException {
        while (true) {
            try {
                raced.exec(Command.of("sleep", "0.001"));
                running.countDown();
            } catch (TinyboxException refusal) {
                return refusal.code();
            }
        }
    }
}
