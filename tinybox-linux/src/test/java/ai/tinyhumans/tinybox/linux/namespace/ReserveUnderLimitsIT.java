package ai.tinyhumans.tinybox.linux.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.LimitKind;
import ai.tinyhumans.tinybox.linux.BoxCase;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.SandboxRef;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Probe;
import ai.tinyhumans.tinybox.spi.Quota;
import ai.tinyhumans.tinybox.spi.Sandbox;
import ai.tinyhumans.tinybox.spi.SandboxContext;
import ai.tinyhumans.tinybox.spi.SandboxProvider;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.BoxState;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The reserve of a box under limits: it has its share of them from its start on, and the command it serves takes it over. */
@Requires(Facility.BUBBLEWRAP)
class ReserveUnderLimitsIT extends BoxCase {

    private static final Command FAILS = Command.of("false");

    private final Limited limited = new Limited();

    @Override
    protected Placement placement() {
        return new Placement(Placement.of("local", "namespace").host(), limited.name());
    }

    @Override
    protected Tinybox.Builder parts() {
        return Tinybox.builder().sandbox(limited);
    }

    private static Exit hitOfShare(int number) {
        return new Exit.LimitHit(LimitKind.PIDS, number);
    }

    private void awaitTaken(int count) {
        await().until(() -> limited.taken.get() == count && limited.placed.size() == count);
    }

    @Test
    void isTheShareOfTheCommandThatItServes() throws InterruptedException {
        try (Box box = create()) {
            box.holdReserve();
            awaitTaken(1);
            assertThat(box.exec(FAILS).exit()).isEqualTo(hitOfShare(1));
            awaitTaken(2);
            assertThat(box.exec(FAILS).exit()).isEqualTo(hitOfShare(2));
            awaitTaken(3);
            assertThat(limited.givenBack).containsExactly(1, 2);
        }
        assertThat(limited.givenBack).containsExactly(1, 2, 3);
        assertThat(limited.placed).allMatch(argv -> argv.get(0).equals("bwrap"), "before it was placed");
    }

    @Test
    void isGivenBackIfTheReserveDies() throws InterruptedException {
        try (Box box = create()) {
            box.holdReserve();
            ProcessHandle reserve = NamespaceReserveIT.awaitReserve();
            reserve.destroyForcibly();
            await().until(() -> !reserve.isAlive());
            assertThat(box.exec(FAILS).exit()).isEqualTo(hitOfShare(2));
            assertThat(limited.givenBack).containsExactly(1, 2);
        }
    }

    /** The sandbox of namespaces under limits that are always hit, each share one of its own. */
    private static final class Limited implements SandboxProvider, Quota {

        private final AtomicInteger taken = new AtomicInteger();
        private final Queue<List<String>> placed = new ConcurrentLinkedQueue<>();
        private final Queue<Integer> givenBack = new ConcurrentLinkedQueue<>();

        @Override
        public Share take() {
            int number = taken.incrementAndGet();
            return new Share() {
                @Override
                public LaunchPlan place(LaunchPlan plan) {
                    placed.add(plan.argv());
                    List<String> argv = new ArrayList<>(List.of("env"));
                    argv.addAll(plan.argv());
                    return plan.withArgv(argv);
                }

                @Override
                public List<Exit.LimitHit> giveBack() {
                    givenBack.add(number);
                    return List.of(new Exit.LimitHit(LimitKind.PIDS, number));
                }
            };
        }

        @Override
        public SandboxRef name() {
            return new SandboxRef("limited");
        }

        @Override
        public Probe probe(SandboxContext context) {
            return Probe.of();
        }

        @Override
        public Sandbox open(SandboxContext context) {
            Sandbox inner = new NamespaceProvider().open(context);
            return new Sandbox() {
                @Override
                public SandboxCapabilities capabilities() {
                    return inner.capabilities();
                }

                @Override
                public void create(BoxRecord box) throws InterruptedException {
                    inner.create(box);
                }

                @Override
                public LaunchPlan plan(BoxRecord box, Command command) {
                    return inner.plan(box, command).limitedBy(Limited.this);
                }

                @Override
                public BoxState inspect(BoxRecord box) throws InterruptedException {
                    return inner.inspect(box);
                }

                @Override
                public void destroy(BoxRecord box) throws InterruptedException {
                    inner.destroy(box);
                }

                @Override
                public Optional<String> workspaceDirectory(BoxRecord box) {
                    return inner.workspaceDirectory(box);
                }
            };
        }
    }
}
