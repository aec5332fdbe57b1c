package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Lifetime;
import ai.tinyhumans.tinybox.spi.Passage;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import ai.tinyhumans.tinybox.spi.ProcessTable;
import ai.tinyhumans.tinybox.spi.Reserve;
import ai.tinyhumans.tinybox.spi.WorkspaceFiles;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** This machine. What it needs to start processes comes into being with the first one. */
final class LocalHost implements Host {

    private final Means means;
    private final Env environment;
    private final Markers markers;
    private final Elders elders = new Elders();
    private final ReentrantLock lock = new ReentrantLock();

    /** Held shared by each start under way, so that none is left to machinery that has ended. */
    private final ReentrantReadWriteLock starts = new ReentrantReadWriteLock();

    private @Nullable Machinery machinery;
    private boolean closed;

    LocalHost() {
        this(Means.BEST);
    }

    LocalHost(Means means) {
        this.means = means;
        Map<String, String> variables = new LinkedHashMap<>(OwnEnvironment.read());
        String outer = variables.remove(Env.MARKER);
        this.environment = new Env(variables);
        this.markers = new Markers(outer == null ? "" : outer);
    }

    @Override
    public Env environment() {
        return environment;
    }

    @Override
    public String newMarker(Lifetime lifetime) {
        return markers.next(lifetime);
    }

    @Override
    public HostProcess start(Launch launch, ProcessListener listener) {
        return whileOpen(machinery -> machinery.start(launch, listener));
    }

    /** Starts something, which the host's end waits for. */
    <T> T whileOpen(Function<Machinery, T> start) {
        starts.readLock().lock();
        try {
            return start.apply(machinery());
        } finally {
            starts.readLock().unlock();
        }
    }

    @Override
    public Optional<Reserve> reserve(LaunchPlan plan, Supplier<String> markers, BooleanSupplier wanted) {
        return LocalReserve.canHold(plan)
                ? Optional.of(new LocalReserve(this, machinery(), plan, markers, wanted))
                : Optional.empty();
    }

    @Override
    public boolean takesRestrictions() {
        return Platform.obstacle().isEmpty();
    }

    private Machinery machinery() {
        lock.lock();
        try {
            if (closed) {
                throw TinyboxException.of(ErrorCode.HANDLE_CLOSED, "the local host is closed")
                        .build();
            }
            if (machinery == null) {
                Platform.requireLaunching();
                machinery = new Machinery(markers, means);
            }
            return machinery;
        } catch (SyscallException e) {
            throw LaunchFailure.ofMachine(e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public ProcessTable processes() {
        return Platform.obstacle().isEmpty()
                ? ProcTable.read(means.handles().getAsBoolean(), elders)
                : ProcTable.empty();
    }

    @Override
    public WorkspaceFiles openWorkspace(String root) {
        Platform.requireFiles();
        return LocalFiles.open(root);
    }

    /** {@inheritDoc} There is nothing to open: the port is on this machine. */
    @Override
    public Passage forward(int port) {
        return new OwnPort(port);
    }

    private record OwnPort(int port) implements Passage {
        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {
            // the port is not ours
        }
    }

    @Override
    public void close() {
        refuseStarts();
        lock.lock();
        try {
            if (machinery != null) {
                machinery.close();
                machinery = null;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the starts under way. The lock is not kept: the loop, whose end is awaited next, may ask for a start. */
    private void refuseStarts() {
        starts.writeLock().lock();
        try {
            closed = true;
        } finally {
            starts.writeLock().unlock();
        }
    }
}
