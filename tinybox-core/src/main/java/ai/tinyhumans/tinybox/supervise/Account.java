package ai.tinyhumans.tinybox.supervise;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.LimitKind;
import ai.tinyhumans.tinybox.exec.Outcome;
import ai.tinyhumans.tinybox.exec.ResourceUsage;
import ai.tinyhumans.tinybox.exec.Signal;
import ai.tinyhumans.tinybox.exec.Survivor;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.Quota;
import ai.tinyhumans.tinybox.spi.Termination;
import ai.tinyhumans.tinybox.spi.Wrapper;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is known so far of how one command ends. Guarded by the lock of the command. */
final class Account {

    private final @Nullable Wrapper wrapper;
    private @Nullable Exit cause;
    private @Nullable TinyboxException failure;
    private @Nullable Termination termination;
    private byte[] report = {};
    private Quota.@Nullable Share share;
    private List<Exit.LimitHit> hits = List.of();
    private @Nullable Exit told;
    private List<Survivor> survivors = List.of();
    private boolean started;
    private long startedNanos;
    private long wallNanos;

    /** Makes an account of a command, which a program may wrap. */
    Account(@Nullable Wrapper wrapper) {
        this.wrapper = wrapper;
    }

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

    /** Notes what the command is started under, to be given back with its end. */
    void startedUnder(Quota.Share taken) {
        share = taken;
    }

    /** Gives back what the command was started under. Idempotent. */
    void giveBack() {
        if (share != null) {
            hits = share.giveBack();
            share = null;
        }
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
                report = deadLeader.report();
            } catch (TinyboxException lost) {
                fail(lost);
            }
        }
        giveBack();
    }

    /** Answers whether the wrapper's last words tell why there is no outcome. */
    boolean needsLastWords() {
        return failure == null
                && cause == null
                && wrapper != null
                && termination != null
                && wrapper.exit(termination.exit(), report).isEmpty();
    }

    /** The exit of the process that was started; a kill that could not be waited for, if it is not known. */
    Exit standIn() {
        return termination == null ? new Exit.Signaled(Signal.KILL.number()) : termination.exit();
    }

    /** Notes what is known of a program that the process only stood in for, whose own exit and usage say nothing. */
    void tell(@Nullable Exit exit, List<Survivor> left) {
        told = exit;
        termination = null;
        survivors = left;
    }

    /**
     * What finds out why there is no outcome, if the wrapper's last words are all that tells. It may wait for the host, so it
     * is asked for under the lock and called without.
     *
     * @param stderr what was kept of the standard error
     */
    Optional<Supplier<TinyboxException>> explanation(Supplier<byte[]> stderr) {
        if (!needsLastWords()) {
            return Optional.empty();
        }
        Wrapper teller = Objects.requireNonNull(wrapper);
        Exit own = Objects.requireNonNull(termination).exit();
        byte[] reported = report;
        byte[] said = stderr.get();
        return Optional.of(() -> teller.failure(own, reported, said));
    }

    /**
     * How the command ended, if nothing has to be explained.
     *
     * @throws TinyboxException instead, if it did not start or its exit is not known
     */
    Outcome outcome() {
        if (failure != null) {
            throw failure;
        }
        if (cause != null) {
            return new Outcome(cause, usage(), survivors);
        }
        if (told != null) {
            return new Outcome(told, usage(), survivors);
        }
        if (termination == null) {
            throw TinyboxException.of(ErrorCode.HOST_FAILED, "the command is over and its exit is not known")
                    .build();
        }
        return new Outcome(exit(termination.exit()), usage(), survivors);
    }

    private Exit exit(Exit own) {
        Exit exit = wrapper == null ? own : wrapper.exit(own, report).orElseThrow();
        return exit.isSuccess() || hits.isEmpty() ? exit : hits.get(0);
    }

    /** Which of the limits the command was started under this outcome is of. */
    Optional<LimitKind> limitHit(Outcome outcome) {
        return hits.stream()
                .limit(1)
                .filter(outcome.exit()::equals)
                .map(Exit.LimitHit::kind)
                .findFirst();
    }

    private ResourceUsage usage() {
        Duration wall = Duration.ofNanos(wallNanos);
        return termination == null
                ? new ResourceUsage(Duration.ZERO, Duration.ZERO, wall, Optional.empty())
                : new ResourceUsage(termination.user(), termination.system(), wall, termination.maxRss());
    }
}
