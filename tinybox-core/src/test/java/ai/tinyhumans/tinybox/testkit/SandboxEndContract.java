package ai.tinyhumans.tinybox.testkit;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.Signal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What ends with a box, and what does not. */
abstract class SandboxEndContract extends SandboxExecContract {

    /** Checks that an execution that another handle ended with its box tells how its program took that. */
    protected void assertEndedWithItsBox(Execution execution, Exit exit) throws InterruptedException {
        assertThat(execution.await().exit()).isEqualTo(exit);
        assertThat(execution.await().survivors()).isEmpty();
    }

    @Test
    void isGoneOnceDestroyed() throws InterruptedException {
        Box box = create();
        box.destroy();
        box.destroy();
        assertThat(tinybox.list()).isEmpty();
        assertRefused(ErrorCode.BOX_UNKNOWN, () -> box.exec(Command.of("true")));
        assertRefused(ErrorCode.BOX_UNKNOWN, () -> tinybox.box(box.id()));
    }

    @Test
    void endsEverythingWithTheBox() throws InterruptedException {
        Box box = create();
        Execution running = box.start(Command.of("sleep", "3245"));
        await().until(() -> !Processes.withArgument("3245").isEmpty());
        box.close();
        assertThat(running.await().exit()).isEqualTo(new Exit.Cancelled());
        assertThat(Processes.withArgument("3245")).isEmpty();
        assertRefused(ErrorCode.HANDLE_CLOSED, () -> box.exec(Command.of("true")));
    }

    @Test
    void endsWithTheBoxWhatAnotherRunsInItAndNothingElse() throws InterruptedException {
        String script = "trap 'exit 7' TERM; (setsid sleep 3246 &); echo up; while :; do sleep 3246 & wait; done";
        Box box = create();
        try (Tinybox another = tinyboxBuilder().store(store).build();
                Box beside = another.create(lenient().build());
                Execution spared = beside.start(Command.of("sleep", "3247"));
                Execution running = another.box(box.id()).start(Command.of("sh", "-c", script))) {
            assertThat(running.read(0, Duration.ofSeconds(20)).chunks()).isNotEmpty();
            await().until(() -> Processes.withArgument("3246").size() == 2
                    && !Processes.withArgument("3247").isEmpty());
            box.destroy();
            assertThat(Processes.withArgument("3246")).isEmpty();
            assertEndedWithItsBox(running, new Exit.Exited(7));
            assertThat(Processes.withArgument("3247")).isNotEmpty();
            spared.cancel();
            assertThat(spared.await().exit()).isEqualTo(new Exit.Cancelled());
        }
        assertThat(tinybox.list()).isEmpty();
    }

    @Test
    void endsWithTheBoxWhatIgnoresTheRequest() throws InterruptedException {
        Box box = create();
        try (Tinybox another = tinyboxBuilder().store(store).build();
                Execution running = another.box(box.id())
                        .start(Command.of("sh", "-c", "trap '' TERM; echo up; while :; do sleep 3248; done"))) {
            assertThat(running.read(0, Duration.ofSeconds(20)).chunks()).isNotEmpty();
            box.destroy();
            assertThat(Processes.withArgument("3248")).isEmpty();
            assertEndedWithItsBox(running, new Exit.Signaled(Signal.KILL.number()));
        }
    }
}
