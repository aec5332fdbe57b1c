package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.ProcessRef;
import ai.tinyhumans.tinybox.exec.Signal;
import ai.tinyhumans.tinybox.exec.StdStream;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import ai.tinyhumans.tinybox.spi.Termination;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A program on the far side, and the ssh client that brings it here. */
final class SshProcess implements HostProcess, ProcessListener {

    private final SshTarget target;
    private final Launch launch;
    private final ProcessListener listener;
    private final FarInput input;
    private final Consumer<List<String>> groupSignaller;
    private final CompletableFuture<ProcessRef> started = new CompletableFuture<>();
    private final Client client = new Client();
    private final ReentrantLock lock = new ReentrantLock();

    // guarded by the lock, which is held while the listener is called: so it hears one thing after the other
    private final FarStream out;
    private final FarStream err;
    private int errLines;
    private boolean exitTold;
    private Optional<FarAnswer.Ended> ended = Optional.empty();
    private Optional<TinyboxException> refused = Optional.empty();

    SshProcess(
            SshTarget target,
            Launch launch,
            ProcessListener listener,
            FarInput input,
            String token,
            Consumer<List<String>> groupSignaller) {
        this.target = target;
        this.launch = launch;
        this.listener = listener;
        this.input = input;
        this.groupSignaller = groupSignaller;
        out = new FarStream(StdStream.STDOUT, listener, token, this::outLine);
        err = new FarStream(StdStream.STDERR, listener, token, text -> errLine());
    }

    /** Completed when the program runs, or is known not to. */
    CompletableFuture<ProcessRef> started() {
        return started;
    }

    /** Takes the client, which may have said everything and be dead by now. */
    void attach(HostProcess ssh) {
        client.started(ssh);
        locked(this::tellExit);
    }

    /** Ends the client: the program does not run, or nobody wants it any more. */
    void giveUp() {
        client.alive().ifPresent(ssh -> ssh.signal(Signal.KILL));
        disown();
    }

    private void outLine(String text) {
        if (started.isDone()) {
            ended = FarAnswer.ended(text);
            refused = FarAnswer.refused(text, launch.plan(), target);
            tellExit();
            return;
        }
        try {
            started.complete(FarAnswer.started(text, launch.marker(), launch.plan(), target));
        } catch (TinyboxException refused) {
            started.completeExceptionally(refused);
        } catch (RuntimeException unreadable) {
            started.completeExceptionally(SshFailure.ofConnecting(target, foreign()));
        }
    }

    private void errLine() {
        errLines++;
        tellExit();
    }

    /** The exit is known when both streams brought all that was written before it, or when nothing more will come. */
    private void tellExit() {
        boolean brought = ended.isPresent() && errLines == 2;
        boolean nothingMore = client.isDead() && out.isComplete() && err.isComplete();
        if (nothingMore) {
            started.completeExceptionally(SshFailure.ofConnecting(target, foreign()));
        }
        if (!exitTold && (brought || nothingMore) && !started.isCompletedExceptionally()) {
            exitTold = true;
            input.close();
            listener.exited();
        }
    }

    private byte[] foreign() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        err.addForeignTo(all);
        return all.toByteArray();
    }

    private FarStream stream(StdStream which) {
        return which == StdStream.STDOUT ? out : err;
    }

    @Override
    public int room(StdStream stream) {
        return locked(() -> stream(stream).room());
    }

    @Override
    public void output(StdStream stream, ByteBuffer bytes) {
        locked(() -> stream(stream).take(bytes));
    }

    @Override
    public void outputPaused() {
        locked(listener::outputPaused);
    }

    @Override
    public void outputEnded(StdStream stream) {
        locked(() -> {
            stream(stream).complete();
            tellExit();
        });
    }

    @Override
    public @Nullable ByteBuffer input() {
        return input.next();
    }

    @Override
    public void inputClosed() {
        locked(listener::inputClosed);
    }

    /** The client is dead. */
    @Override
    public void exited() {
        client.died();
        locked(this::tellExit); // its streams may have ended before
    }

    @Override
    public ProcessRef ref() {
        return started.join();
    }

    @Override
    public boolean isProvedAlone() {
        return locked(() -> ended.map(FarAnswer.Ended::alone).orElse(false));
    }

    @Override
    public void signal(Signal signal) {
        boolean running = locked(() -> !exitTold);
        if (running) {
            ProcessRef ref = ref();
            String start = ref.incarnation().substring(ref.incarnation().lastIndexOf(':') + 1);
            try {
                groupSignaller.accept(List.of(Integer.toString(signal.number()), Long.toString(ref.pid()), start));
            } catch (TinyboxException unreachableOrClosed) {
                // the caller looks who is alive afterwards, which is the answer that counts
            }
        }
    }

    @Override
    public Termination reap() {
        return locked(() -> ended).map(FarAnswer.Ended::termination).orElseThrow(() -> locked(this::failure));
    }

    private TinyboxException failure() {
        return refused.orElseGet(
                () -> SshFailure.ofLosing(target, launch.plan().argv().get(0), foreign()));
    }

    @Override
    public byte[] report() {
        return locked(() -> ended).map(FarAnswer.Ended::report).orElseGet(() -> new byte[0]);
    }

    @Override
    public void disown() {
        input.close();
        client.alive().ifPresent(HostProcess::disown);
    }

    @Override
    public void resume(StdStream stream) {
        locked(() -> stream(stream).flush());
        client.inHand().ifPresent(ssh -> ssh.resume(stream));
    }

    @Override
    public void inputAvailable() {
        client.alive().ifPresent(HostProcess::inputAvailable);
    }

    /** All that the program wrote before its end was read before its end was told; what came later nobody asks for. */
    @Override
    public void endOutput() {
        locked(() -> {
            out.complete();
            err.complete();
        });
        disown();
    }

    private void locked(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
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
