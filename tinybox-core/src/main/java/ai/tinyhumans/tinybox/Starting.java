package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Lifetime;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import ai.tinyhumans.tinybox.spi.Reserve;
import ai.tinyhumans.tinybox.spi.Starter;
import ai.tinyhumans.tinybox.store.BoxRecord;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What starts the commands of one handle on a box: the host, or the reserve the handle holds there. Thread-safe. */
final class Starting implements Starter, AutoCloseable {

    private final Host host;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Reserve reserve;
    private boolean closed;

    Starting(Host host) {
        this.host = host;
    }

    @Override
    public HostProcess start(Launch launch, ProcessListener listener) {
        Reserve held = reserve;
        return (held == null ? host : held).start(launch, listener);
    }

    /** Holds a reserve for plans like this one, for as long as it is wanted, if none is held and this is not closed. */
    void holdReserve(BoxRecord box, LaunchPlan plan, BooleanSupplier wanted) {
        lock.lock();
        try {
            if (reserve == null && !closed) {
                reserve = host.reserve(plan, () -> box.mark(host.newMarker(Lifetime.EXECUTION)), wanted)
                        .orElseThrow(() -> TinyboxException.of(
                                        ErrorCode.CAPABILITY_UNSUPPORTED,
                                        "box '" + box.id()
                                                + "' sets nothing up for a command that could be set up before it")
                                .remedy("do without, or make a box on this machine: of sandbox 'docker' or 'namespace'")
                                .build());
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends the reserve, and lets no other be held. Idempotent. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            if (reserve != null) {
                reserve.close();
            }
        } finally {
            lock.unlock();
        }
    }
}
