package ai.tinyhumans.tinybox.host.local;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.spi.Probe;
import ai.tinyhumans.tinybox.spi.ProcessTable;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.HostLike;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A machine that lets whoever looks at its processes wait. */
@Requires(Facility.LAUNCH)
@ExtendWith(LeakCheck.class)
@Timeout(60)
class SilentMachineIT {

    @TempDir
    Path workspace;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answers = new CountDownLatch(1);

    private final class Silent extends HostLike {

        Silent(Host host) {
            super(host);
        }

        @Override
        public boolean takesRestrictions() {
            return false; // as another machine
        }

        @Override
        public ProcessTable processes() {
            asked.countDown();
            try {
                answers.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return super.processes();
        }
    }

    private final class Provider implements HostProvider {

        private final HostProvider local = new LocalHostProvider();

        @Override
        public HostRef name() {
            return new HostRef("silent");
        }

        @Override
        public Probe probe() {
            return local.probe();
        }

        @Override
        public Host open() {
            return new Silent(local.open());
        }
    }

    private Box box(Tinybox tinybox, String host) throws InterruptedException {
        return tinybox.create(BoxSpec.builder(Placement.of(host, "passthrough"), WorkspaceSource.localDir(workspace))
                .accept(Constraint.values())
                .build());
    }

    @Test
    void holdsUpNoCommandOfAnother() throws InterruptedException {
        try (Tinybox tinybox = Tinybox.builder().host(new Provider()).build();
                Box there = box(tinybox, "silent");
                Box here = box(tinybox, "local");
                Execution silent = there.start(Command.of("sleep", "3271"));
                Execution near = here.start(Command.of("sleep", "3272"))) {
            silent.cancel();
            asked.await();
            near.cancel();
            assertThat(near.await().exit()).isEqualTo(new Exit.Cancelled());
            assertThat(silent.isOver()).isFalse();
            answers.countDown();
            assertThat(silent.await().exit()).isEqualTo(new Exit.Cancelled());
        }
    }
}
