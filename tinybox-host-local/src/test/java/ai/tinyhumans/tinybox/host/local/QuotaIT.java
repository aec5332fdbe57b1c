package ai.tinyhumans.tinybox.host.local;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.event.CollectingSink;
import ai.tinyhumans.tinybox.event.SandboxEvent;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.LimitKind;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of the limits a plan names: taken with the start, given back with the end, and told if they were hit. */
@Requires(Facility.LAUNCH)
@ExtendWith(LeakCheck.class)
class QuotaIT {

    private static final Exit.LimitHit HIT = new Exit.LimitHit(LimitKind.MEMORY, 5);

    @TempDir
    private Path workspace;

    private final CollectingSink sink = new CollectingSink();

    private Tinybox tinybox(LimitedSandbox sandbox) {
        return Tinybox.builder().sandbox(sandbox).events(sink).build();
    }

    private static Command sh(String script) {
        return Command.of("/bin/sh", "-c", script);
    }

    @Test
    void isTakenAndGivenBackForEachCommand() throws InterruptedException {
        LimitedSandbox sandbox = new LimitedSandbox();
        try (Tinybox tinybox = tinybox(sandbox);
                Box box = tinybox.create(sandbox.spec(workspace).build())) {
            assertThat(box.exec(sh("echo x")).stdoutText()).isEqualTo("placed\nx\n");
            assertThat(box.exec(sh("exit 3")).exit()).isEqualTo(new Exit.Exited(3));
        }
        assertThat(sandbox.taken()).isEqualTo(2);
        assertThat(sandbox.givenBack()).isEqualTo(2);
    }

    @Test
    void isTheExitOfACommandThatFailedAndHitIt() throws InterruptedException {
        LimitedSandbox sandbox = new LimitedSandbox(HIT, new Exit.LimitHit(LimitKind.PIDS, 7));
        try (Tinybox tinybox = tinybox(sandbox);
                Box box = tinybox.create(sandbox.spec(workspace).build())) {
            ExecResult result = box.exec(sh("kill -KILL $$"));
            assertThat(result.exit()).isEqualTo(HIT);
            await().until(() -> sink.events().size() == 3);
            SandboxEvent told = sink.events().get(1);
            assertThat(told).isEqualTo(new SandboxEvent.LimitHit(box.id(), told.execution(), LimitKind.MEMORY));
        }
    }

    @Test
    void isNothingToACommandThatSucceeded() throws InterruptedException {
        LimitedSandbox sandbox = new LimitedSandbox(HIT);
        try (Tinybox tinybox = tinybox(sandbox);
                Box box = tinybox.create(sandbox.spec(workspace).build())) {
            assertThat(box.exec(sh("true")).exit()).isEqualTo(new Exit.Exited(0));
            await().until(() -> sink.events().size() == 2);
        }
    }

    @Test
    void doesNotTakeThePlaceOfWhatTinyboxEndedTheCommandFor() throws InterruptedException {
        Duration budget = Duration.ofMillis(50);
        LimitedSandbox sandbox = new LimitedSandbox(HIT);
        try (Tinybox tinybox = tinybox(sandbox);
                Box box = tinybox.create(sandbox.spec(workspace).build())) {
            assertThat(box.exec(sh("sleep 60").timeout(budget)).exit()).isEqualTo(new Exit.TimedOut(budget));
        }
    }

    @Test
    void isGivenBackIfNothingStarts() throws InterruptedException {
        LimitedSandbox sandbox = new LimitedSandbox(HIT);
        try (Tinybox tinybox = tinybox(sandbox);
                Box box = tinybox.create(sandbox.spec(workspace).build())) {
            assertRefused(
                    ErrorCode.LAUNCH_CWD_MISSING, () -> box.exec(sh("true").cwd("/nowhere")));
        }
        assertThat(sandbox.givenBack()).isEqualTo(1).isEqualTo(sandbox.taken());
    }

    @Test
    void isNotTakenForACommandThatWasCancelledBefore() throws InterruptedException {
        LimitedSandbox sandbox = new LimitedSandbox();
        try (Tinybox tinybox = tinybox(sandbox);
                Box box = tinybox.create(sandbox.spec(workspace).build());
                Execution execution = box.prepare(sh("true"))) {
            execution.cancel();
            execution.start();
            assertThat(execution.await().exit()).isEqualTo(new Exit.Cancelled());
        }
        assertThat(sandbox.taken()).isZero();
    }
}
