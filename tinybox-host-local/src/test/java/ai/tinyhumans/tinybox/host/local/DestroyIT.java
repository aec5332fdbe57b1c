package ai.tinyhumans.tinybox.host.local;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.Signal;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.BoxState;
import ai.tinyhumans.tinybox.store.MemoryStore;
import ai.tinyhumans.tinybox.testkit.HostLike;
import ai.tinyhumans.tinybox.testkit.Processes;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A box that somebody destroys while another runs something in it. */
class DestroyIT extends PassthroughCase {

    private final MemoryStore store = new MemoryStore();

    /** What happens right after each start of a program. */
    private Runnable meanwhile = () -> {};

    private final class Watched extends HostLike {

        Watched(Host host) {
            super(host);
        }

        @Override
        public HostProcess start(Launch launch, ProcessListener listener) {
            HostProcess process = super.start(launch, listener);
            meanwhile.run();
            return process;
        }
    }

    @Override
    Tinybox.Builder parts() {
        return Tinybox.builder().store(store).host(HostLike.provider(new LocalHostProvider(), Watched::new));
    }

    @Test
    void leavesItsNamesakeOfAnotherStoreAlone() throws InterruptedException {
        String nap = Naps.of(373);
        try (Tinybox elsewhere = Tinybox.open();
                Box namesake = elsewhere.create(BoxSpec.unconfined(workspace));
                Execution spared = namesake.start(Command.of("sleep", nap))) {
            assertThat(namesake.id()).isEqualTo(box.id());
            box.destroy();
            assertThat(spared.isOver()).isFalse();
            assertThat(Processes.withArgument(nap)).hasSize(1);
        }
        assertGone(nap);
    }

    @Test
    void isSeenAsTheSignalThatEndedACommand() throws InterruptedException {
        String nap = Naps.of(374);
        Box another = tinybox.box(box.id());
        try (Execution running = another.start(Command.of("sleep", nap))) {
            box.destroy();
            assertThat(running.await().exit()).isEqualTo(new Exit.Signaled(Signal.TERM.number()));
            assertGone(nap);
        }
    }

    @Test
    void endsAndRefusesWhatStartsMeanwhile() {
        String nap = Naps.of(375);
        meanwhile = () -> store.update(box.id(), BoxRecord::withClosing);
        assertRefused(ErrorCode.BOX_STATE, () -> box.start(sh("(setsid sleep " + nap + " &); sleep " + nap)));
        assertGone(nap);
    }

    @Test
    void endsAndRefusesWhatStartsMeanwhileThoughAnotherBoxHasTheNameByNow() {
        String nap = Naps.of(376);
        BoxSpec spec = box.spec();
        meanwhile = () -> {
            store.remove(box.id());
            store.insert(BoxRecord.creating(box.id(), spec, Instant.now()).withState(BoxState.READY));
        };
        assertRefused(ErrorCode.BOX_STATE, () -> box.exec(Command.of("sleep", nap)));
        assertRefused(ErrorCode.BOX_STATE, () -> box.spawn(Command.of("sleep", nap)));
        assertGone(nap);
        assertThat(box.processes()).isEmpty();
    }

    @Test
    void needsNoLookAtProcessesWhereNoneCanBeStarted() throws InterruptedException {
        String system = System.setProperty("os.name", "another");
        try {
            box.destroy();
        } finally {
            System.setProperty("os.name", system);
        }
        assertThat(store.list()).isEmpty();
    }
}
