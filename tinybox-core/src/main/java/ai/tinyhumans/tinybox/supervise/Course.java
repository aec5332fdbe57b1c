package ai.tinyhumans.tinybox.supervise;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.LimitKind;
import ai.tinyhumans.tinybox.exec.Outcome;
import ai.tinyhumans.tinybox.exec.Survivor;
import ai.tinyhumans.tinybox.spec.Durations;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.Quota;
import ai.tinyhumans.tinybox.spi.Wrapper;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What happens to one command, from before its start to its verdict: it hears of exits, ends of output, limits and wishes to
 * end it in any order, and each is acted on once. Thread-safe.
 *
 * <p>One reason ends a command. If tinybox ends it, the first reason counts, however the program took it; if the program
 * was dead before, its own exit counts.
 */
final class Course {

    /** Between TERM and KILL when the time is up or a limit is hit: enough to flush, too little to go on working. */
    private static final Duration SHORT_GRACE = Duration.ofMillis(500);

    private enum Phase {
        PREPARED,
        STARTING,
        RUNNING,
        DEAD,
        CONCLUDING,
        OVER
    }

    private final Supervisor supervisor;
    private final Terms terms;
    private final Teller teller;
    private final InputFeed input;
    private final @Nullable Inner inner;
    private final Finale finale;
    private final Verdict verdict;
    private final ReentrantLock lock = new ReentrantLock();

    // guarded by the lock
    private final Account account;
    private Phase phase = Phase.PREPARED;
    private @Nullable HostProcess process;
    private @Nullable Future<?> alarm;
    private Duration grace = SHORT_GRACE;
    private boolean leaderDead;
    private boolean overflowedEarly;
    private boolean settled;
    private final OpenStreams streams;

    Course(
            Supervisor supervisor,
            Host host,
            @Nullable Wrapper wrapper,
            Terms terms,
            Teller teller,
            Journal journal,
            InputFeed input,
            @Nullable Inner inner) {
        this.supervisor = supervisor;
        this.account = new Account(wrapper);
        this.terms = terms;
        this.teller = teller;
        this.input = input;
        this.verdict = new Verdict(journal, teller, supervisor.thread(host));
        this.streams = new OpenStreams(journal);
        this.inner = inner;
        this.finale = new Finale(supervisor, host, wrapper == null ? 0 : wrapper.depth(), inner);
        this.settled = inner == null;
    }

    CompletableFuture<Outcome> verdict() {
        return verdict.future();
    }

    /** Gives up the output that was not read, once the command is over. */
    void release() {
        if (locked(streams::isAny)) {
            ifStarted(HostProcess::disown);
            locked(() -> {
                streams.giveUp();
                return true;
            });
        }
    }

    /**
     * Notes that the program is about to be started. Returns false if it was cancelled before, and so is not to start.
     *
     * @throws TinyboxException {@code box.state} if it was started before
     */
    boolean starting() {
        return locked(this::mayStart);
    }

    private boolean mayStart() {
        if (phase == Phase.OVER && !account.isStarted()) {
            return false;
        }
        if (phase != Phase.PREPARED) {
            throw TinyboxException.of(ErrorCode.BOX_STATE, "this execution was started before")
                    .remedy("prepare another one")
                    .build();
        }
        phase = Phase.STARTING;
        account.started();
        return true;
    }

    /** Notes what the program is about to be started under. */
    void startingUnder(Quota.Share share) {
        locked(() -> {
            account.startedUnder(share);
            return true;
        });
    }

    /** Notes that the program runs. */
    void started(HostProcess newProcess) {
        teller.started();
        boolean endWanted = locked(() -> {
            process = newProcess;
            phase = Phase.RUNNING;
            alarm = leaderDead ? null : setAlarm();
            if (overflowedEarly) {
                teller.limitHit(LimitKind.OUTPUT);
            }
            return account.isBlamed();
        });
        input.begin();
        if (endWanted) {
            beginEnding(newProcess);
        } else if (isLeaderDead()) {
            leaderDied(newProcess);
        }
    }

    private @Nullable Future<?> setAlarm() {
        if (terms.timeout().isEmpty()) {
            return null;
        }
        Duration budget = terms.timeout().get();
        Runnable timeIsUp = () -> end(new Exit.TimedOut(budget), SHORT_GRACE);
        return supervisor.thread().schedule(timeIsUp, Durations.saturatedNanos(budget), TimeUnit.NANOSECONDS);
    }

    void cancel() {
        end(new Exit.Cancelled(), terms.grace());
    }

    private void end(Exit why, Duration howLong) {
        HostProcess running = locked(() -> {
            if (leaderDead || phase == Phase.OVER || !account.blame(why)) {
                return null;
            }
            grace = howLong;
            if (phase == Phase.PREPARED) {
                streams.giveUp();
                conclude();
            }
            return process;
        });
        if (running != null) {
            beginEnding(running);
        }
    }

    void inputFailed(TinyboxException why) {
        locked(() -> {
            account.fail(why);
            return true;
        });
        end(new Exit.Cancelled(), SHORT_GRACE);
    }

    /** A collected command wrote too much. If it is dead already there is nothing to end, but its exit is the limit. */
    void outputOverflowed() {
        Exit limit = new Exit.LimitHit(LimitKind.OUTPUT, terms.outputBytes());
        locked(() -> {
            overflowedEarly = phase == Phase.STARTING; // then the sink has not heard of the start yet
            if (!overflowedEarly) {
                teller.limitHit(LimitKind.OUTPUT);
            }
            return true;
        });
        end(limit, SHORT_GRACE);
        locked(() -> account.blame(limit));
    }

    void outputEnded() {
        locked(() -> {
            streams.ended();
            return concludeIfDrained();
        });
    }

    void leaderDied() {
        HostProcess dead = locked(() -> {
            leaderDead = true;
            return process;
        });
        if (dead != null) { // else it died before its start returned, which then goes on from here
            leaderDied(dead);
        }
    }

    /** The leader is dead and not yet reaped, so its number is still its own. */
    private void leaderDied(HostProcess dead) {
        if (!finale.isBegun() && dead.isProvedAlone()) {
            allDead(dead, List.of());
        } else {
            beginEnding(dead);
        }
    }

    /** A command that ended by itself leaves no grace to what is left of it. */
    private void beginEnding(HostProcess running) {
        if (locked(() -> phase == Phase.RUNNING)) {
            finale.begin(this, running, locked(() -> account.isBlamed() ? grace : Duration.ZERO));
        }
    }

    boolean isLeaderDead() {
        return locked(() -> leaderDead);
    }

    /**
     * Everything is dead but the survivors: takes the exit, and lets the output run out. The host is told before the verdict
     * is given, since whoever hears that may close the host.
     */
    void allDead(HostProcess leader, List<Survivor> left) {
        boolean exitKnown = isLeaderDead();
        boolean first = locked(() -> {
            boolean running = phase == Phase.RUNNING;
            phase = running ? Phase.DEAD : phase;
            return running;
        });
        if (!first) {
            return;
        }
        if (exitKnown) {
            leader.endOutput();
        } else { // it cannot be killed, so its exit and the rest of its output are not to be had
            leader.disown();
        }
        locked(() -> {
            phase = Phase.CONCLUDING;
            account.over(exitKnown ? leader : null, left);
            if (!exitKnown) {
                streams.giveUp();
            }
            return concludeIfDrained();
        });
        if (inner != null) {
            inner.settle(locked(account::standIn), this::settled);
        }
    }

    private void settled(Inner.@Nullable Told told, @Nullable Throwable failure) {
        locked(() -> {
            if (told != null) {
                account.tell(told.exit(), told.survivors());
            } else if (failure != null) {
                account.fail(Interior.failure(failure));
            }
            settled = true;
            return concludeIfDrained();
        });
    }

    /** Nothing more can be found out: the error is the verdict. */
    void failed(TinyboxException why) {
        locked(() -> {
            account.fail(why);
            account.giveBack();
            return conclude();
        });
        release();
    }

    /**
     * A streamed command is over when its processes are; a collected one, and one that was never started, when its output
     * is complete as well.
     */
    private boolean concludeIfDrained() {
        boolean drained = !streams.isAny() || (terms.mode() == OutputMode.STREAMED && !account.needsLastWords());
        return phase == Phase.CONCLUDING && settled && drained && conclude();
    }

    private boolean conclude() {
        phase = Phase.OVER;
        input.abandon();
        if (alarm != null) {
            alarm.cancel(false);
        }
        return verdict.give(account);
    }

    void ifStarted(Consumer<HostProcess> action) {
        process().ifPresent(action);
    }

    /** The process, once it is started. */
    Optional<HostProcess> process() {
        return Optional.ofNullable(locked(() -> process));
    }

    private <T extends @Nullable Object> T locked(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }
}
