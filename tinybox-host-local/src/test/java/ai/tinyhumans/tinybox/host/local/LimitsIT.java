package ai.tinyhumans.tinybox.host.local;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.BoxState;
import ai.tinyhumans.tinybox.store.MemoryStore;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When a box takes no commands: too many, the wrong state, the wrong moment. */
class LimitsIT extends PassthroughCase {

    private final MemoryStore store = new MemoryStore();

    @Override
    Tinybox.Builder parts() {
        return Tinybox.builder().store(store);
    }

    private static Command nothing() {
        return Command.of("true");
    }

    @Test
    void aHandleHasSoManyExecutionsOpenAndNoMore() throws InterruptedException {
        List<Execution> open = new ArrayList<>();
        for (int i = 0; i < Box.MAX_EXECUTIONS; i++) {
            open.add(box.prepare(nothing()));
        }
        assertRefused(ErrorCode.LIMIT_REACHED, () -> box.prepare(nothing()))
                .hasMessageContaining(Integer.toString(Box.MAX_EXECUTIONS));
        assertRefused(ErrorCode.LIMIT_REACHED, () -> box.exec(nothing()));
        open.remove(0).close();
        assertThat(box.exec(nothing()).exit().isSuccess()).isTrue();
        open.forEach(Execution::close);
    }

    @Test
    void aStreamThatWasReadToItsEndDoesNotCount() throws Exception {
        for (int i = 0; i < 50; i++) {
            box.start(nothing()).copyTo(OutputStream.nullOutputStream(), OutputStream.nullOutputStream());
        }
        List<Execution> open = new ArrayList<>();
        for (int i = 0; i < Box.MAX_EXECUTIONS; i++) {
            open.add(box.prepare(nothing()));
        }
        open.forEach(Execution::close);
    }

    @Test
    void aStartThatFailsDoesNotCount() {
        for (int i = 0; i <= Box.MAX_EXECUTIONS; i++) {
            assertRefused(
                    ErrorCode.LAUNCH_CWD_MISSING, () -> box.start(nothing().cwd("/no/such")));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CREATING", "PAUSED", "STOPPED", "ARCHIVED", "FAILED"})
    void aBoxThatIsNotReadyTakesNone(BoxState state) {
        store.update(box.id(), record -> record.withState(state));
        assertRefused(ErrorCode.BOX_STATE, () -> box.exec(nothing())).hasMessageContaining(state.toString());
        assertRefused(ErrorCode.BOX_STATE, () -> box.spawn(nothing()));
    }

    @Test
    void aBoxWhoseDestructionBeganTakesNone() {
        store.update(box.id(), BoxRecord::withClosing);
        assertRefused(ErrorCode.BOX_STATE, () -> box.exec(nothing())).hasMessageContaining("being destroyed");
        assertRefused(ErrorCode.BOX_STATE, () -> box.spawn(nothing()));
        assertRefused(ErrorCode.BOX_STATE, () -> box.renew(Duration.ofHours(1)));
    }

    @Test
    void aBoxThatIsGoneTakesNone() throws InterruptedException {
        box.destroy();
        assertRefused(ErrorCode.BOX_UNKNOWN, () -> box.exec(nothing()));
        box.destroy();
    }

    @Test
    void aHandleThatIsClosedTakesNone() {
        box.close();
        box.close();
        assertRefused(ErrorCode.HANDLE_CLOSED, () -> box.exec(nothing()));
        assertRefused(ErrorCode.HANDLE_CLOSED, () -> box.prepare(nothing()));
        assertRefused(ErrorCode.HANDLE_CLOSED, () -> box.spawn(nothing()));
        assertRefused(ErrorCode.HANDLE_CLOSED, box::files);
    }

    @Test
    void aTinyboxThatIsClosedMakesNone() {
        tinybox.close();
        tinybox.close();
        assertRefused(ErrorCode.HANDLE_CLOSED, () -> tinybox.create(BoxSpec.unconfined(workspace)));
        assertThat(store.list()).isEmpty();
    }

    @Test
    void closingAHandleThatDoesNotOwnTheBoxLeavesIt() throws InterruptedException {
        try (Box second = tinybox.box(box.id())) {
            assertThat(second.exec(nothing()).exit().isSuccess()).isTrue();
        }
        assertThat(box.exec(nothing()).exit().isSuccess()).isTrue();
    }

    @Test
    void aBoxThatRunsSomethingSaysSo() throws InterruptedException {
        assertThat(box.info().state()).isEqualTo(BoxState.READY);
        try (Execution running = box.start(Command.of("sleep", Naps.of(347)))) {
            assertThat(box.info().state()).isEqualTo(BoxState.RUNNING);
            running.cancel();
            running.await();
            assertThat(box.info().state()).isEqualTo(BoxState.READY);
        }
    }

    @Test
    void aBoxTellsWhatItDoesNotEnforce() throws InterruptedException {
        assertThat(box.info().unenforced()).isEqualTo(box.spec().accepted());
        assertThat(box.info().capabilities().isolation()).isEqualTo(IsolationLevel.NONE);
    }
}
