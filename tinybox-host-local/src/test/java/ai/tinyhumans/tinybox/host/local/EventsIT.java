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
import ai.tinyhumans.tinybox.exec.LimitKind;
import ai.tinyhumans.tinybox.spec.ByteSize;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a sink hears of executions, and in which order. */
class EventsIT extends PassthroughCase {

    private final CollectingSink sink = new CollectingSink();

    @Override
    Tinybox.Builder parts() {
        return Tinybox.builder().events(sink);
    }

    private List<SandboxEvent> heard(int count) {
        await().until(() -> sink.events().size() >= count);
        return sink.events();
    }

    @Test
    void tellOfAStartAndThenOfTheExit() throws InterruptedException {
        try (Execution execution = box.start(sh("exit 3"))) {
            assertThat(heard(2))
                    .containsExactly(
                            new SandboxEvent.Started(box.id(), execution.id(), "sh"),
                            new SandboxEvent.Exited(box.id(), execution.id(), execution.await()));
        }
    }

    @Test
    void tellOfALimitBetweenStartAndExit() throws InterruptedException {
        try (Execution execution = box.startCollected(Command.of("yes"))) {
            ExecResult result = execution.collect();
            assertThat(heard(3))
                    .containsExactly(
                            new SandboxEvent.Started(box.id(), execution.id(), "yes"),
                            new SandboxEvent.LimitHit(box.id(), execution.id(), LimitKind.OUTPUT),
                            new SandboxEvent.Exited(box.id(), execution.id(), result.outcome()));
        }
    }

    @Test
    void keepTheirOrderHoweverSoonTheLimitIsHit() throws InterruptedException {
        for (int i = 0; i < 300; i++) {
            box.exec(Command.of("printf", "12").outputLimit(new ByteSize(1)));
        }
        List<Class<?>> kinds = new ArrayList<>();
        heard(900).forEach(event -> kinds.add(event.getClass()));
        for (int i = 0; i < 900; i += 3) {
            assertThat(kinds.subList(i, i + 3))
                    .containsExactly(
                            SandboxEvent.Started.class, SandboxEvent.LimitHit.class, SandboxEvent.Exited.class);
        }
    }

    @Test
    void tellNothingOfWhatNeverStarts() throws InterruptedException {
        try (Execution cancelled = box.prepare(sh("exit 0"))) {
            cancelled.cancel();
            cancelled.start();
        }
        assertRefused(ErrorCode.LAUNCH_NOT_FOUND, () -> exec("/no/such"));
        run("exit 0");
        assertThat(heard(2).stream().filter(SandboxEvent.Started.class::isInstance))
                .hasSize(1);
    }

    @Test
    void areNotLostWhenTheTinyboxIsClosedRightAfter() throws InterruptedException {
        for (int i = 0; i < 50; i++) {
            box.exec(Command.of("true"));
        }
        tinybox.close();
        assertThat(sink.events().stream().filter(SandboxEvent.Exited.class::isInstance))
                .hasSize(50);
    }

    @Test
    void doNotHoldUpCommandsThoughTheSinkDoes() throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        List<SandboxEvent> heard = Collections.synchronizedList(new ArrayList<>());
        try (Tinybox slow = Tinybox.builder()
                .events(event -> {
                    awaitUninterrupted(release);
                    heard.add(event);
                })
                .build()) {
            Box other = slow.create(box.spec());
            for (int i = 0; i < 5; i++) {
                assertThat(other.exec(Command.of("true")).exit().isSuccess()).isTrue();
            }
            assertThat(heard).isEmpty();
            release.countDown();
        }
        assertThat(heard).hasSize(10);
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void areHeardThoughTheSinkBreaks() throws InterruptedException {
        List<SandboxEvent> heard = Collections.synchronizedList(new ArrayList<>());
        try (Tinybox broken = Tinybox.builder()
                .events(event -> {
                    heard.add(event);
                    throw new IllegalStateException("broken sink");
                })
                .build()) {
            assertThat(broken.create(box.spec()).exec(Command.of("true")).exit().isSuccess())
                    .isTrue();
        }
        assertThat(heard.stream().map(event -> event.getClass().getSimpleName()).collect(Collectors.toList()))
                .containsExactly("Started", "Exited");
    }
}
