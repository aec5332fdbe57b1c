package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Outcome;
import ai.tinyhumans.tinybox.exec.OutputBatch;
import ai.tinyhumans.tinybox.exec.OutputChunk;
import ai.tinyhumans.tinybox.exec.StdStream;
import ai.tinyhumans.tinybox.spec.Durations;
import ai.tinyhumans.tinybox.supervise.Loan;
import ai.tinyhumans.tinybox.supervise.Supervised;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A command of a box: prepared, running or over. Thread-safe. Closing it ends the whole process group and waits until that
 * is reaped; whoever started it closes it.
 *
 * <p>Output is read by cursor. Chunks are numbered from 0; reading from a number on says that all before it is done with,
 * and what is done with may be dropped when the window of 1 MiB is full. While the window is full of chunks nobody has gone
 * past, the program's pipe is not read, so the program waits: nothing is lost. A collected execution keeps everything
 * instead, and is ended when it writes more than its limit.
 */
public final class Execution implements AutoCloseable {

    /** Beyond its grace: what the supervisor needs to kill and to give up on what cannot be killed, and then some. */
    private static final Duration CLOSE_SLACK = Duration.ofSeconds(20);

    private final Supervised supervised;
    private final Duration grace;
    private final boolean collected;
    private final Runnable onStarted;
    private final Consumer<Execution> onOver;

    /**
     * Makes a prepared execution.
     *
     * @param onStarted throws if it was not to start: then it is ended
     */
    Execution(
            Supervised supervised, Duration grace, boolean collected, Runnable onStarted, Consumer<Execution> onOver) {
        this.supervised = supervised;
        this.grace = grace;
        this.collected = collected;
        this.onStarted = onStarted;
        this.onOver = onOver;
    }

    /** The marker its processes carry in their environment: unique in this JVM and beyond. */
    public String id() {
        return supervised.marker();
    }

    /**
     * Starts a prepared command. One that was cancelled before never starts, and is over.
     *
     * @throws TinyboxException {@code launch.*} if the program does not start; {@code box.state} if it was started before, or
     *     if the box is being destroyed, and then what started just before that was seen is over
     */
    public void start() {
        boolean started;
        try {
            started = supervised.start();
        } catch (RuntimeException | Error e) {
            onOver.accept(this);
            throw e;
        }
        if (started) {
            refuseTooLate();
        }
    }

    private void refuseTooLate() {
        try {
            onStarted.run();
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /**
     * Reads output without waiting.
     *
     * @param cursor the number of the first chunk wanted; 0 for the first, then {@link OutputBatch#nextSequence}
     * @throws TinyboxException {@code output.cursor} if that chunk was dropped or does not exist yet
     */
    public OutputBatch read(long cursor) {
        return noted(supervised.read(cursor));
    }

    /**
     * Reads output, waiting for at most some time until there is any or the command is over.
     *
     * @throws TinyboxException {@code output.cursor} as {@link #read(long)}; whatever kept the command from having an
     *     outcome, once all output is read
     * @throws InterruptedException if the thread is interrupted; the command goes on
     */
    public OutputBatch read(long cursor, Duration wait) throws InterruptedException {
        return noted(supervised.read(cursor, Durations.saturatedNanos(wait)));
    }

    private OutputBatch noted(OutputBatch batch) {
        if (batch.finished()) {
            onOver.accept(this);
        }
        return batch;
    }

    /**
     * Copies all output to two streams as it comes, until the command is over. The arrays they are given to write are lent to
     * them for that call.
     *
     * @throws IOException if a stream fails; the command goes on
     * @throws InterruptedException if the thread is interrupted; the command goes on
     */
    public Outcome copyTo(OutputStream stdout, OutputStream stderr) throws IOException, InterruptedException {
        Loan loan = new Loan();
        OutputBatch batch = borrow(0, loan);
        while (true) {
            for (OutputChunk chunk : batch.chunks()) {
                chunk.writeTo(chunk.stream() == StdStream.STDOUT ? stdout : stderr);
            }
            stdout.flush();
            stderr.flush();
            if (batch.outcome().isPresent()) {
                return batch.outcome().get();
            }
            batch = borrow(batch.nextSequence(), loan);
        }
    }

    private OutputBatch borrow(long cursor, Loan loan) throws InterruptedException {
        return noted(supervised.read(cursor, TimeUnit.HOURS.toNanos(1), loan));
    }

    /**
     * Where the command's input is written, if it was given {@link ai.tinyhumans.tinybox.exec.Stdin#open}. Writing waits
     * while the program is behind and fails once it reads no more; closing gives it the end of input.
     *
     * @throws TinyboxException {@code box.state} if its input is another
     */
    public OutputStream stdin() {
        return supervised.input();
    }

    /**
     * Asks the command to end: TERM to all its processes, KILL after its grace. Returns at once. Does nothing if it is over;
     * before it is started, it never will be.
     */
    public void cancel() {
        supervised.cancel();
    }

    /** Answers whether the command is over. */
    public boolean isOver() {
        return supervised.verdict().isDone();
    }

    /**
     * Waits until the command is over: its processes are dead and reaped, except the survivors the outcome names. A
     * streamed command can be over while output is left to read.
     *
     * @throws TinyboxException if it has no outcome: it did not start, or its exit was lost
     * @throws InterruptedException if the thread is interrupted; the command goes on
     */
    public Outcome await() throws InterruptedException {
        try {
            return supervised.verdict().get();
        } catch (ExecutionException e) {
            throw unwrap(e);
        }
    }

    /**
     * Waits until a collected command is over and returns all of its output.
     *
     * @throws TinyboxException as {@link #await}; {@code box.state} if it is streamed
     * @throws InterruptedException if the thread is interrupted; the command goes on
     */
    public ExecResult collect() throws InterruptedException {
        if (!collected) {
            throw TinyboxException.of(ErrorCode.BOX_STATE, "the output of a streamed execution is not kept")
                    .remedy("read it as it comes, or use exec or startCollected")
                    .build();
        }
        Outcome outcome = await();
        return new ExecResult(outcome, supervised.collect(StdStream.STDOUT), supervised.collect(StdStream.STDERR));
    }

    /** Completed when the command is over, as {@link #await} has it. What depends on it runs on the common pool. */
    public CompletionStage<Outcome> onExit() {
        return supervised.verdict().thenApplyAsync(Function.identity()).minimalCompletionStage();
    }

    /**
     * Cancels the command unless it is over, waits for its end, and gives up the output that was not read. An interrupt
     * does not cut this short; it is set again at the end. Idempotent.
     *
     * @throws TinyboxException {@code cleanup.failed} if the end does not come in time; the call can be made again
     */
    @Override
    public void close() {
        cancel();
        boolean over = Uninterrupted.call(this::awaitEnd);
        if (!over) {
            throw TinyboxException.of(ErrorCode.CLEANUP_FAILED, "the command " + id() + " did not end")
                    .remedy("close it again")
                    .build();
        }
        supervised.release();
        onOver.accept(this);
    }

    private boolean awaitEnd() throws InterruptedException {
        try {
            supervised.verdict().get(Durations.saturatedNanos(grace) + CLOSE_SLACK.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (ExecutionException withoutOutcome) {
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    private static TinyboxException unwrap(ExecutionException e) {
        if (e.getCause() instanceof TinyboxException cause) {
            return cause;
        }
        throw new IllegalStateException(e.getCause());
    }
}
