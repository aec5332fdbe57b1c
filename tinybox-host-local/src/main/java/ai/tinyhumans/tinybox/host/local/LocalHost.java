package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.Lifetime;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import ai.tinyhumans.tinybox.spi.ProcessTable;
import ai.tinyhumans.tinybox.spi.WorkspaceFiles;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** This machine. What it needs to start processes comes into being with the first one. */
final class LocalHost implements Host {

    private final Means means;
    private final Env environment;
    private final Markers markers;
    private final ReentrantLock lock = new ReentrantLock();
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
        return machinery().start(launch, listener);
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
        Platform.requireLaunching();
        return ProcTable.read(means.handles().getAsBoolean());
    }

    @Override
    public WorkspaceFiles openWorkspace(String root) {
        Platform.requireFiles();
        return LocalFiles.open(root);
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            if (machinery != null) {
                machinery.close();
                machinery = null;
            }
        } finally {
            lock.unlock();
        }
    }
}
