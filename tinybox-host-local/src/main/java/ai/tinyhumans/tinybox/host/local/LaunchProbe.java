package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spi.Finding;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Lifetime;
import ai.tinyhumans.tinybox.spi.Probe;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Finds out whether processes can be started here, by starting one: a shell, which the guard needs as well. */
final class LaunchProbe {

    private static final String SUBJECT = "starting processes";

    /** A shell takes milliseconds; a machine that needs longer than this is not usable. */
    private static final int LIMIT_SECONDS = 5;

    /** What no shell that fails ends with. */
    private static final int CODE = 7;

    private LaunchProbe() {}

    static Probe run() {
        Optional<Finding.Blocked> obstacle = Platform.obstacle();
        if (obstacle.isPresent()) {
            return Probe.of(obstacle.get());
        }
        try (LocalHost host = new LocalHost()) {
            return Probe.of(tryOne(host));
        } catch (TinyboxException e) {
            return Probe.of(
                    new Finding.Blocked(SUBJECT, e.getMessage(), e.remedy().orElse("install a POSIX shell")));
        }
    }

    private static Finding tryOne(LocalHost host) {
        CountDownLatch exited = new CountDownLatch(1);
        LaunchPlan plan = LaunchPlan.of(List.of("/bin/sh", "-c", "exit " + CODE), Env.EMPTY, "/");
        HostProcess process = host.start(
                new Launch(plan, host.newMarker(Lifetime.EXECUTION), Stdin.none(), Launch.Output.DISCARDED),
                exited::countDown);
        try {
            if (exited.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                return judge(process.reap().exit());
            }
            process.disown();
            return new Finding.Blocked(SUBJECT, "no exit within " + LIMIT_SECONDS + " s", "look at the machine's load");
        } catch (InterruptedException e) {
            process.disown();
            Thread.currentThread().interrupt();
            return new Finding.Unknown(SUBJECT, "the probe was interrupted");
        }
    }

    private static Finding judge(Exit exit) {
        return exit.equals(new Exit.Exited(CODE))
                ? new Finding.Usable(SUBJECT, "/bin/sh ran, and ended as it was told to")
                : new Finding.Blocked(
                        SUBJECT, "/bin/sh was told to exit with " + CODE + ": " + exit, "see that it is a POSIX shell");
    }
}
