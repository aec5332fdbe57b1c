package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Signal;
import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import ai.tinyhumans.tinybox.host.local.syscall.Rights;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import ai.tinyhumans.tinybox.spi.Quota;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A program that was started before anything is asked of it, and that nobody watches yet. It is asked once, or ended.
 *
 * @param plan what was started
 * @param share what it was started under
 * @param pid its leader
 * @param report where it reports
 * @param socket our end of the socket it waits on, which belongs to this
 */
record Prepared(LaunchPlan plan, Optional<Quota.Share> share, int pid, Report report, int socket) {

    private static final Logger LOG = LoggerFactory.getLogger(Prepared.class);

    /** A program whose socket ended ends within milliseconds; one that is still being set up, when that is done. */
    private static final long PATIENCE_SECONDS = 5;

    /** Answers whether a plan is the same but for its request, its limits, which are those of the box, and who hears of it. */
    boolean serves(LaunchPlan other) {
        return plan.argv().equals(other.argv())
                && plan.env().equals(other.env())
                && plan.cwd().equals(other.cwd())
                && sameFiles(plan.descriptors(), other.descriptors())
                && other.request().isPresent()
                && plan.restriction().equals(other.restriction());
    }

    private static boolean sameFiles(Map<Integer, byte[]> some, Map<Integer, byte[]> others) {
        return some.keySet().equals(others.keySet())
                && some.entrySet().stream().allMatch(file -> Arrays.equals(file.getValue(), others.get(file.getKey())));
    }

    /** Hands over what it is to do; returns false if it is dead. */
    boolean ask(int stdin, int stdout, int stderr, int request) {
        try {
            Rights.send(socket, stdin, stdout, stderr, request);
            Fd.close(socket);
            return true;
        } catch (SyscallException dead) {
            return false;
        }
    }

    /** Ends it, reaps it, and gives back what it was under. */
    void end(Function<ProcessListener, LocalProcess> watch) {
        kill(watch);
        share.ifPresent(Quota.Share::giveBack);
    }

    private void kill(Function<ProcessListener, LocalProcess> watch) {
        Fd.close(socket);
        CountDownLatch exited = new CountDownLatch(1);
        LocalProcess process = watch.apply(exited::countDown);
        if (!isOver(exited)) {
            process.signal(Signal.KILL);
            if (!isOver(exited)) {
                process.disown();
                return;
            }
        }
        try {
            process.reap();
        } catch (TinyboxException lost) {
            LOG.debug("the exit of a program in reserve was taken by somebody else", lost);
        }
    }

    private static boolean isOver(CountDownLatch exited) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return exited.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
