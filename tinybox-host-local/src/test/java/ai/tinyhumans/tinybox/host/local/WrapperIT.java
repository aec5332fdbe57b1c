package ai.tinyhumans.tinybox.host.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.Signal;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Lifetime;
import ai.tinyhumans.tinybox.spi.Wrapper;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Processes;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Programs that start the command, wait for it and report: a shell stands for one. */
@Requires(Facility.LAUNCH)
@ExtendWith(LeakCheck.class)
class WrapperIT {

    /** A wrapper that reports on descriptor 9 and never says that all are dead. */
    private record Stub() implements Wrapper {
        @Override
        public String program() {
            return "stub";
        }

        @Override
        public Set<Integer> reportOn() {
            return Set.of(9);
        }

        @Override
        public boolean isAllDead(byte[] report) {
            return false;
        }

        @Override
        public Optional<Exit> exit(Exit own, byte[] report) {
            return Optional.of(own);
        }

        @Override
        public TinyboxException failure(Exit own, byte[] report, byte[] stderr) {
            return TinyboxException.of(ErrorCode.LAUNCH_FAILED, "the stub failed")
                    .build();
        }
    }

    private final LocalHost host = new LocalHost();
    private final CountDownLatch exited = new CountDownLatch(1);

    @AfterEach
    void closeHost() {
        host.close();
    }

    private static LaunchPlan shell(String script, String argument) {
        Env env = new Env(Map.of("PATH", "/usr/bin:/bin"));
        return LaunchPlan.of(List.of("/bin/sh", "-c", script, argument), env, "/");
    }

    private HostProcess start(LaunchPlan plan) {
        String marker = host.newMarker(Lifetime.EXECUTION);
        return host.start(new Launch(plan, marker, Stdin.none(), Launch.Output.DISCARDED), exited::countDown);
    }

    private Exit end(HostProcess process) throws InterruptedException {
        assertThat(exited.await(20, TimeUnit.SECONDS)).as("it exits").isTrue();
        return process.reap().exit();
    }

    @Test
    void handsItsReportOver() throws InterruptedException {
        HostProcess process =
                start(shell("echo first >&9; echo last >&9; exit 7", "x").wrappedBy(new Stub()));
        assertThat(end(process)).isEqualTo(new Exit.Exited(7));
        assertThat(process.report()).asString().isEqualTo("first\nlast\n");
    }

    @Test
    void handsNothingOverIfThereIsNoWrapper() throws InterruptedException {
        HostProcess process = start(shell("exit 0", "x"));
        assertThat(end(process)).isEqualTo(new Exit.Exited(0));
        assertThat(process.report()).isEmpty();
    }

    @Test
    void startsItFromAThreadThatLasts() throws InterruptedException {
        String nap = Naps.of(391);
        HostProcess process = startFromAThreadThatEnds(mortal(nap).wrappedBy(new Stub()));
        assertThat(exited.await(300, TimeUnit.MILLISECONDS))
                .as("it died with a thread")
                .isFalse();
        assertThat(Processes.withArgument(nap)).hasSize(1);
        process.signal(Signal.KILL);
        assertThat(end(process)).isEqualTo(new Exit.Signaled(9));
    }

    @Test
    void startsOthersFromTheCallersThread() throws InterruptedException { // or the test before would show nothing
        HostProcess process = startFromAThreadThatEnds(mortal(Naps.of(392)));
        assertThat(end(process)).isEqualTo(new Exit.Signaled(9));
    }

    /** A program that dies with the thread that started it; by the time it is seen it has asked for that. */
    private static LaunchPlan mortal(String nap) {
        return shell("exec setpriv --pdeathsig KILL sleep $0", nap);
    }

    private HostProcess startFromAThreadThatEnds(LaunchPlan plan) throws InterruptedException {
        AtomicReference<HostProcess> started = new AtomicReference<>();
        Thread starter = new Thread(() -> {
            started.set(start(plan));
            await().until(() ->
                    isAsleep(Objects.requireNonNull(started.get()).ref().pid()));
        });
        starter.start();
        starter.join();
        return Objects.requireNonNull(started.get());
    }

    private static boolean isAsleep(long pid) {
        return ProcStat.read(pid).filter(stat -> stat.command().equals("sleep")).isPresent();
    }

    @Test
    void canBeSparedWhenWhatIsBelowItIsSignalled() throws InterruptedException {
        String nap = Naps.of(393);
        HostProcess process = start(shell("sleep $0 & wait; exit 5", nap).wrappedBy(new Stub()));
        await().until(() -> host.processes().living(process.ref()).size() == 2);
        host.processes().signalBelow(process.ref(), Signal.TERM);
        assertThat(end(process)).isEqualTo(new Exit.Exited(5));
        assertThat(Processes.withArgument(nap)).isEmpty();
    }
}
