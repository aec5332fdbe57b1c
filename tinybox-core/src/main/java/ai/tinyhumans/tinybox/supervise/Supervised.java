package ai.tinyhumans.tinybox.supervise;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.event.SandboxEvent;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.LimitKind;
import ai.tinyhumans.tinybox.exec.Outcome;
import ai.tinyhumans.tinybox.exec.OutputBatch;
import ai.tinyhumans.tinybox.exec.Signal;
import ai.tinyhumans.tinybox.exec.StdStream;
import ai.tinyhumans.tinybox.exec.Survivor;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.Durations;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Lifetime;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One command under supervision, from before its start until it and all it left behind are dead and reaped. Thread-safe.
 *
 * <p>One reason ends a command. If tinybox ends it, the first reason counts, however the program took it; if the program
 * was dead before, its own exit counts.
 */
public final class Supervised {

    /** Between TERM and KILL when the time is up or a limit is hit: enough to flush, too little to go on working. */
    private static final Duration SHORT_GRACE = Duration.ofMillis(500);

    private enum Phase {
        PREPARED,
        STARTING,
        RUNNING,
        CONCLUDING,
        OVER
    }

    private final Supervisor supervisor;
    private final @Nullable BoxId box;
    private final Host host;
    private final LaunchPlan plan;
    private final Terms terms;
    private final String marker;
    private final Journal journal;
    private final InputFeed input;
    private final CompletableFuture<Outcome> verdict = new CompletableFuture<>();
    private final ReentrantLock lock = new ReentrantLock();

    // guarded by the lock
    private final Account account = new Account();
    private Phase phase = Phase.PREPARED;
    private @Nullable HostProcess process;
    private @Nullable Ending ending;
    private @Nullable Future<?> alarm;
    private Duration grace = SHORT_GRACE;
    private boolean leaderDead;
    private boolean overflowedEarly;
    private int openStreams = StdStream.values().length;

    Supervised(Supervisor supervisor, @Nullable BoxId box, Host host, LaunchPlan plan, Terms terms) {
        this.supervisor = supervisor;
        this.box = box;
        this.host = host;
        this.plan = plan;
        this.terms = terms;
        this.marker = host.newMarker(Lifetime.EXECUTION);
        this.journal = new Journal(terms.mode(), terms.outputBytes(), stream -> ifStarted(p -> p.resume(stream)));
        this.input =
                new InputFeed(terms.stdin(), marker, () -> ifStarted(HostProcess::inputAvailable), this::inputFailed);
    }

    /** What it is known by, here and to its descendants. */
    public String marker() {
        return marker;
    }

    /** Completed when the command is over, on a thread that must not be held up. */
    public CompletableFuture<Outcome> verdict() {
        return verdict;
    }

    /** Where its input is written, if it is open for writing. */
    public OutputStream input() {
        return input.writer();
    }

    /** Reads what output there is from a chunk on. */
    public OutputBatch read(long cursor) {
        return journal.read(cursor);
    }

    /** Reads output from a chunk on, waiting for some time if there is none yet. */
    public OutputBatch read(long cursor, long waitNanos) throws InterruptedException {
        return journal.read(cursor, waitNanos);
    }

    /** All output kept of a stream. */
    public byte[] collect(StdStream stream) {
        return journal.collect(stream);
    }

    /** Gives up the output that was not read, once the command is over. */
    public void release() {
        if (locked(() -> openStreams > 0)) {
            ifStarted(HostProcess::disown);
            journal.endStreams();
        }
    }

    /**
     * Starts the program. Does nothing if it was cancelled before; then it never starts.
     *
     * @throws TinyboxException {@code launch.*} if it does not start, {@code box.state} if it was started before
     */
    public void start() {
        if (!locked(this::mayStart)) {
            return;
        }
        try {
            started(host.start(
                    new Launch(plan, marker, terms.stdin(), Launch.Output.LISTENED), new Ears(this, journal, input)));
        } catch (TinyboxException e) {
            failed(e);
            throw e;
        } catch (RuntimeException | Error e) { // a command that is neither running nor over could not be closed
            ifStarted(started -> started.signal(Signal.KILL));
            failed(TinyboxException.of(ErrorCode.HOST_FAILED, "the program could not be started: " + e)
                    .cause(e)
                    .build());
            throw e;
        }
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

    private void started(HostProcess newProcess) {
        tell(in -> new SandboxEvent.Started(in, marker, plan.argv().get(0)));
        boolean endWanted = locked(() -> {
            process = newProcess;
            phase = Phase.RUNNING;
            alarm = leaderDead ? null : setAlarm();
            if (overflowedEarly) {
                tellOfOverflow();
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

    /** Cancels the command: TERM, its grace, KILL. Returns at once; the verdict tells when it is over. */
    public void cancel() {
        end(new Exit.Cancelled(), terms.grace());
    }

    private void end(Exit why, Duration howLong) {
        HostProcess running = locked(() -> {
            if (leaderDead || phase == Phase.OVER || !account.blame(why)) {
                return null;
            }
            grace = howLong;
            if (phase == Phase.PREPARED) {
                openStreams = 0;
                journal.endStreams();
                conclude();
            }
            return process;
        });
        if (running != null) {
            beginEnding(running);
        }
    }

    private void inputFailed(TinyboxException why) {
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
                tellOfOverflow();
            }
            return true;
        });
        end(limit, SHORT_GRACE);
        locked(() -> account.blame(limit));
    }

    private void tellOfOverflow() {
        tell(in -> new SandboxEvent.LimitHit(in, marker, LimitKind.OUTPUT));
    }

    void outputEnded() {
        locked(() -> {
            openStreams--;
            if (openStreams == 0) {
                journal.endStreams();
            }
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
        if (locked(() -> ending == null) && dead.isProvedAlone()) {
            allDead(dead, List.of());
        } else {
            beginEnding(dead);
        }
    }

    /** Begins to end what is alive, or hastens it if that was begun. A command that ended by itself leaves no grace. */
    private void beginEnding(HostProcess running) {
        Ending begun = locked(() -> {
            if (ending == null && phase == Phase.RUNNING) {
                long nanos = account.isBlamed() ? Durations.saturatedNanos(grace) : 0;
                ending = new Ending(host, running.ref(), nanos, new Rest(this, running));
            }
            return ending;
        });
        if (begun != null) {
            supervisor.endings().hasten(begun);
        }
    }

    boolean isLeaderDead() {
        return locked(() -> leaderDead);
    }

    /** Everything is dead but the survivors: takes the exit, and lets the output run out. */
    void allDead(HostProcess leader, List<Survivor> left) {
        boolean mine = locked(() -> {
            if (phase != Phase.RUNNING) {
                return false;
            }
            phase = Phase.CONCLUDING;
            account.over(leaderDead ? leader : null, left);
            if (!leaderDead) { // it cannot be killed, so its exit and the rest of its output are not to be had
                openStreams = 0;
                journal.endStreams();
            }
            concludeIfDrained();
            return true;
        });
        if (mine && isLeaderDead()) {
            leader.endOutput();
        } else if (mine) {
            leader.disown();
        }
    }

    /** Nothing more can be found out: the error is the verdict. */
    void failed(TinyboxException why) {
        locked(() -> {
            account.fail(why);
            return conclude();
        });
        release();
    }

    /** A streamed command is over when its processes are; a collected one when its output is complete as well. */
    private boolean concludeIfDrained() {
        boolean drained = openStreams == 0 || terms.mode() == OutputMode.STREAMED;
        return phase == Phase.CONCLUDING && drained && conclude();
    }

    private boolean conclude() {
        phase = Phase.OVER;
        input.abandon();
        if (alarm != null) {
            alarm.cancel(false);
        }
        try {
            Outcome outcome = account.outcome();
            journal.conclude(outcome);
            tell(in -> new SandboxEvent.Exited(in, marker, outcome));
            return verdict.complete(outcome);
        } catch (TinyboxException e) {
            journal.fail(e);
            return verdict.completeExceptionally(e);
        }
    }

    private void tell(Function<BoxId, SandboxEvent> event) {
        if (box != null) {
            supervisor.tell(event.apply(box));
        }
    }

    private void ifStarted(Consumer<HostProcess> action) {
        HostProcess running = locked(() -> process);
        if (running != null) {
            action.accept(running);
        }
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
