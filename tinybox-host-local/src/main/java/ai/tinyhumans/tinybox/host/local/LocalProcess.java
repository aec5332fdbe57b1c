package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.ProcessRef;
import ai.tinyhumans.tinybox.exec.Signal;
import ai.tinyhumans.tinybox.exec.StdStream;
import ai.tinyhumans.tinybox.host.local.syscall.Processes;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import ai.tinyhumans.tinybox.spi.Termination;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A child of this JVM. */
final class LocalProcess implements HostProcess {

    /** The ends of its pipes that are ours; null for a stream that is none of our business. */
    record Pipes(@Nullable InputPipe stdin, Map<StdStream, OutputPipe> outputs) {
        Pipes {
            outputs = Collections.unmodifiableMap(outputs);
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(LocalProcess.class);

    private final EventLoop loop;
    private final ForkWatch forks;
    private final ProcessListener listener;
    private final int pid;
    private final String marker;
    private final Runnable onDeath;
    private final Pipes pipes;
    private final @Nullable Report report;
    private final DeathWatch death;

    /** Keeps a signal from being sent to a number that means another process: held while signalling and reaping. */
    private final ReentrantLock reaping = new ReentrantLock();

    private boolean reaped;
    private byte[] reported = {};
    private boolean dead; // used on the loop's thread only
    private volatile boolean allDead;
    private volatile boolean disowned;
    private @Nullable ProcessRef ref;

    LocalProcess(
            EventLoop loop,
            ForkWatch forks,
            ProcessListener listener,
            int pid,
            String marker,
            Runnable onDeath,
            Pipes pipes,
            @Nullable Report report) {
        this.loop = loop;
        this.forks = forks;
        this.listener = listener;
        this.pid = pid;
        this.marker = marker;
        this.onDeath = onDeath;
        this.pipes = pipes;
        this.report = report;
        this.death = new DeathWatch(loop, pid, this::died);
    }

    /**
     * Starts watching the process and its pipes.
     *
     * @throws SyscallException if the kernel has no room to watch them; then the process is killed and will be reaped
     */
    void watch(boolean byHandle) {
        loop.childStarted();
        try {
            death.await(byHandle);
            pipes.outputs.values().forEach(OutputPipe::watch);
        } catch (SyscallException e) {
            signal(Signal.KILL);
            disown();
            throw e;
        }
        if (pipes.stdin != null) {
            loop.execute(pipes.stdin::write);
        }
    }

    private void died() {
        allDead = report != null && report.isAllDead();
        dead = true;
        onDeath.run();
        if (disowned) {
            reapUnheard();
        } else {
            listener.exited();
        }
        loop.childExited();
    }

    /** Takes an exit that nobody asks for, unless it was taken: its number may be another child's by now. */
    private void reapUnheard() {
        reaping.lock();
        try {
            if (!reaped) {
                reap();
            }
        } catch (TinyboxException lost) {
            LOG.debug("the exit of a disowned process was taken by somebody else", lost);
        } finally {
            reaping.unlock();
        }
    }

    @Override
    public ProcessRef ref() {
        reaping.lock();
        try {
            if (ref == null) {
                ref = new ProcessRef(marker, pid, reaped ? "" : ProcTable.incarnation(pid));
            }
            return ref;
        } catch (TinyboxException blind) {
            return new ProcessRef(marker, pid, ""); // to end it must not fail: it is still known by its marker
        } finally {
            reaping.unlock();
        }
    }

    @Override
    public boolean isProvedAlone() {
        return allDead || forks.newestIs(pid);
    }

    @Override
    public void signal(Signal signal) {
        reaping.lock();
        try {
            if (!reaped) {
                Processes.killGroup(pid, signal.number());
            }
        } catch (SyscallException nobodyLeftOrForbidden) {
            // the caller looks who is alive afterwards, which is the answer that counts
        } finally {
            reaping.unlock();
        }
    }

    @Override
    public Termination reap() {
        reaping.lock();
        try {
            Processes.Waited waited = Processes.reap(pid);
            reaped = true;
            return new Termination(
                    waited.exited() ? new Exit.Exited(waited.exitCode()) : new Exit.Signaled(waited.signal()),
                    Duration.of(waited.userMicros(), ChronoUnit.MICROS),
                    Duration.of(waited.systemMicros(), ChronoUnit.MICROS),
                    peakOf(waited));
        } catch (SyscallException e) {
            reaped = true;
            throw TinyboxException.of(
                            ErrorCode.EXEC_STATUS_LOST, "the exit of process " + pid + " is lost: " + e.getMessage())
                    .remedy("find the code in this JVM that waits for children it did not start, or ignores SIGCHLD")
                    .build();
        } finally {
            takeReport();
            reaping.unlock();
        }
    }

    private void takeReport() {
        if (report != null) {
            reported = report.content();
            report.close();
        }
    }

    @Override
    public byte[] report() {
        reaping.lock();
        try {
            return reported;
        } finally {
            reaping.unlock();
        }
    }

    /** Until its exec a child counted this JVM's memory as its own: only a peak beyond this JVM's is the program's. */
    private static Optional<ByteSize> peakOf(Processes.Waited waited) {
        return waited.maxRssKib() > Processes.ownMaxRssKib()
                ? Optional.of(ByteSize.ofKiB(waited.maxRssKib()))
                : Optional.empty();
    }

    @Override
    public void disown() {
        disowned = true;
        loop.execute(() -> {
            pipes.outputs.values().forEach(OutputPipe::close);
            if (pipes.stdin != null) {
                pipes.stdin.close();
            }
            if (dead) {
                reapUnheard();
            }
        });
    }

    @Override
    public void resume(StdStream stream) {
        OutputPipe pipe = pipes.outputs.get(stream);
        if (pipe != null) {
            loop.execute(pipe::resume);
        }
    }

    @Override
    public boolean draw(StdStream stream) {
        OutputPipe pipe = pipes.outputs.get(stream);
        return pipe != null && pipe.draw();
    }

    @Override
    public void inputAvailable() {
        if (pipes.stdin != null) {
            loop.execute(pipes.stdin::write);
        }
    }

    @Override
    public void endOutput() {
        loop.execute(() -> {
            if (pipes.stdin != null) {
                pipes.stdin.close();
            }
            pipes.outputs.values().forEach(OutputPipe::endWhenEmpty);
        });
    }
}
