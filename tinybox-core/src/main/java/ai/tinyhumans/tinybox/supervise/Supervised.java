package ai.tinyhumans.tinybox.supervise;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Outcome;
import ai.tinyhumans.tinybox.exec.OutputBatch;
import ai.tinyhumans.tinybox.exec.Signal;
import ai.tinyhumans.tinybox.exec.StdStream;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Starter;
import ai.tinyhumans.tinybox.spi.Wrapper;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One command under supervision, from before its start until it and all it left behind are dead and reaped. Thread-safe. */
public final class Supervised {

    private final Starter starter;
    private final LaunchPlan plan;
    private final Terms terms;
    private final String marker;
    private final Journal journal;
    private final InputFeed input;
    private final Course course;

    Supervised(
            Supervisor supervisor,
            @Nullable BoxId box,
            Host host,
            Starter starter,
            LaunchPlan plan,
            Terms terms,
            String marker,
            @Nullable Inner inner) {
        this.starter = starter;
        this.plan = plan;
        this.terms = terms;
        this.marker = marker;
        this.journal = new Journal(terms.mode(), terms.outputBytes(), this::resume, this::draw);
        this.input = new InputFeed(terms.stdin(), marker, this::inputAvailable, this::inputFailed);
        Teller teller = new Teller(supervisor.events(), box, marker, programOf(plan, inner));
        this.course = new Course(supervisor, host, plan.wrapper().orElse(null), terms, teller, journal, input, inner);
    }

    private static String programOf(LaunchPlan plan, @Nullable Inner inner) {
        return inner != null
                ? inner.program()
                : plan.wrapper()
                        .map(Wrapper::program)
                        .orElseGet(() -> plan.argv().get(0));
    }

    private void resume(StdStream stream) {
        course.ifStarted(process -> process.resume(stream));
    }

    private boolean draw(StdStream stream) {
        return course.process().map(process -> process.draw(stream)).orElse(false);
    }

    private void inputAvailable() {
        course.ifStarted(HostProcess::inputAvailable);
    }

    private void inputFailed(TinyboxException why) {
        course.inputFailed(why);
    }

    /** What it is known by, here and to its descendants. */
    public String marker() {
        return marker;
    }

    /** Completed when the command is over, on a thread that must not be held up. */
    public CompletableFuture<Outcome> verdict() {
        return course.verdict();
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

    /** The same, but the chunks are lent, until the next read with this loan. */
    public OutputBatch read(long cursor, long waitNanos, Loan loan) throws InterruptedException {
        return journal.read(cursor, waitNanos, loan);
    }

    /** All output kept of a stream. */
    public byte[] collect(StdStream stream) {
        return journal.collect(stream);
    }

    /** Gives up the output that was not read, once the command is over. */
    public void release() {
        course.release();
    }

    /**
     * Starts the program. Does nothing if it was cancelled before; then it never starts.
     *
     * @return whether it started
     * @throws TinyboxException {@code launch.*} if it does not start, {@code box.state} if it was started before
     */
    public boolean start() {
        if (!course.starting()) {
            return false;
        }
        try {
            course.started(starter.start(
                    new Launch(plan, marker, terms.stdin(), Launch.Output.LISTENED), new Ears(course, journal, input)));
            return true;
        } catch (TinyboxException e) {
            course.failed(e);
            throw e;
        } catch (RuntimeException | Error e) { // a command that is neither running nor over could not be closed
            course.ifStarted(started -> started.signal(Signal.KILL));
            course.failed(TinyboxException.of(ErrorCode.HOST_FAILED, "the program could not be started: " + e)
                    .cause(e)
                    .build());
            throw e;
        }
    }

    /** Cancels the command: TERM, its grace, KILL. Returns at once; the verdict tells when it is over. */
    public void cancel() {
        course.cancel();
    }
}
