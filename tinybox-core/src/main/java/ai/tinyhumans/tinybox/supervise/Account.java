package ai.tinyhumans.tinybox.supervise;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.Outcome;
import ai.tinyhumans.tinybox.exec.ResourceUsage;
import ai.tinyhumans.tinybox.exec.Survivor;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.Termination;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is known so far of how one command ends. Guarded by the lock of the command. */
final class Account {

    private @Nullable Exit cause;
    private @Nullable TinyboxException failure;
    private @Nullable Termination termination;
    private List<Survivor> survivors = List.of();
    private boolean started;
    private long startedNanos;
    private long wallNanos;

    void started() {
        started = true;
        startedNanos = System.nanoTime();
    }

    boolean isStarted() {
        return started;
    }

    /** Notes why tinybox ends the command; the first reason stays. Returns whether this was the first. */
    boolean blame(Exit why) {
        boolean first = cause == null;
        cause = first ? why : cause;
        return first;
    }

    boolean isBlamed() {
        return cause != null;
    }

    /** Notes an error that takes the place of any outcome; the first stays. */
    void fail(TinyboxException why) {
        failure = failure == null ? why : failure;
    }

    /** Notes that nothing but the survivors is alive; takes the exit of the leader if it is dead. */
    void over(@Nullable HostProcess deadLeader, List<Survivor> left) {
        survivors = left;
        wallNanos = System.nanoTime() - startedNanos;
        if (deadLeader != null) {
            try {
                termination = deadLeader.reap();
            } catch (TinyboxException lost) {
                fail(lost);
            }
        }
    }

    /**
     * How the command ended.
     *
     * @throws TinyboxException instead, if it did not start or its exit is not known
     */
    Outcome outcome() {
        if (failure != null) {
            throw failure;
        }
        Exit own = termination == null ? null : termination.exit();
        Exit exit = cause == null ? own : cause;
        if (exit == null) {
            throw TinyboxException.of(ErrorCode.HOST_FAILED, "the command is over and its exit is not known")
                    .build();
        }
        return new Outcome(exit, usage(), survivors);
    }

    private ResourceUsage usage() {
        Duration wall = Duration.ofNanos(wallNanos);
        return termination == null
                ? new ResourceUsage(Duration.ZERO, Duration.ZERO, wall, Optional.empty())
                : new ResourceUsage(termination.user(), termination.system(), wall, termination.maxRss());
    }
}
