package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Signal;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import ai.tinyhumans.tinybox.spi.Quota;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A program that was started before anything is asked of it, and that nobody watches yet. It is asked once, or ended. */
interface Prepared {

    /** What it was started under. */
    Optional<Quota.Share> share();

    /** Its leader. */
    int pid();

    /** Where it reports, if it does. */
    @Nullable
    Report report();

    /** Answers whether it can do what a launch asks for. */
    boolean serves(Launch launch);

    /**
     * Hands over what it is to do.
     *
     * @param nowhere a descriptor of /dev/null
     * @return our ends of its streams; empty if it is dead or does not answer
     * @throws TinyboxException {@code file.not_found} if its standard input cannot be read
     * @throws SyscallException if there is no room for a descriptor
     */
    Optional<LocalProcess.Pipes> ask(Launch launch, EventLoop loop, int nowhere, ProcessListener listener);

    /** Gives up what it waits on, so that it ends by itself. */
    void letGo();

    /** How long it may take to end then. */
    long patienceMillis();

    /** Ends it, reaps it, and gives back what it was under. */
    default void end(Function<ProcessListener, LocalProcess> watch) {
        kill(watch);
        share().ifPresent(Quota.Share::giveBack);
    }

    private void kill(Function<ProcessListener, LocalProcess> watch) {
        letGo();
        CountDownLatch exited = new CountDownLatch(1);
        LocalProcess process = watch.apply(exited::countDown);
        if (!isOver(exited, patienceMillis())) {
            process.signal(Signal.KILL);
            if (!isOver(exited, patienceMillis())) {
                process.disown();
                return;
            }
        }
        try {
            process.reap();
        } catch (TinyboxException lost) {
            log().debug("the exit of a program in reserve was taken by somebody else", lost);
        }
    }

    private static Logger log() {
        return LoggerFactory.getLogger(Prepared.class);
    }

    private static boolean isOver(CountDownLatch exited, long millis) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return exited.await(millis, TimeUnit.MILLISECONDS);
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
