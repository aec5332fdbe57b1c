package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import ai.tinyhumans.tinybox.spi.Reserve;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A program in reserve. It is started on the thread that all wrappers are started from, since it may have asked to die with
 * that. One that cannot be started is no error: the next command is started without, and says why that fails.
 */
final class LocalReserve implements Reserve {

    private static final Logger LOG = LoggerFactory.getLogger(LocalReserve.class);

    private final LocalHost host;
    private final Machinery machinery;
    private final Supplier<String> markers;
    private final BooleanSupplier wanted;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();

    // guarded by the lock
    private LaunchPlan plan;
    private @Nullable Prepared prepared;
    private boolean filling;
    private boolean closed;

    LocalReserve(
            LocalHost host, Machinery machinery, LaunchPlan plan, Supplier<String> markers, BooleanSupplier wanted) {
        this.host = host;
        this.machinery = machinery;
        this.plan = plan;
        this.markers = markers;
        this.wanted = wanted;
        fill();
    }

    /** Answers whether the program of a plan, or what stands by for it, can be started before anything is asked of it. */
    static boolean canHold(LaunchPlan plan) {
        boolean waits = plan.wrapper().isPresent() && plan.request().isPresent();
        boolean standsBy = plan.standby().isPresent() && plan.quota().isEmpty();
        return (waits || standsBy) && plan.restriction().isEmpty();
    }

    @Override
    public HostProcess start(Launch launch, ProcessListener listener) {
        return host.whileOpen(open -> startThere(launch, listener));
    }

    private LocalProcess startThere(Launch launch, ProcessListener listener) {
        Prepared taken = take(launch.plan());
        Optional<LocalProcess> served = Optional.empty();
        if (taken != null && taken.serves(launch)) {
            served = machinery.start(taken, launch, listener, this::fill);
        } else if (taken != null) {
            machinery.discard(taken);
        }
        return served.isPresent() ? served.get() : machinery.start(launch, listener, this::fill);
    }

    private @Nullable Prepared take(LaunchPlan wanted) {
        lock.lock();
        try {
            plan = canHold(wanted) ? wanted : plan;
            return take();
        } finally {
            lock.unlock();
        }
    }

    /** Waits if one is being started: so would a start without it, for the same thread. The lock is held. */
    private @Nullable Prepared take() {
        while (filling) {
            filled.awaitUninterruptibly();
        }
        Prepared taken = prepared;
        prepared = null;
        return taken;
    }

    /** Has the next one started: not before the last command is over, which that would slow down. */
    private void fill() {
        lock.lock();
        try {
            if (!closed && prepared == null && !filling) {
                filling = machinery.soon(this::prepare);
            }
        } finally {
            lock.unlock();
        }
    }

    private void prepare() {
        Prepared made = null;
        try {
            made = prepareIfWanted();
        } catch (TinyboxException none) {
            LOG.debug("no program could be started in advance", none);
        } finally {
            filled(made);
        }
    }

    /** Asks when it is started: whoever ends it because it is not wanted could not see it before. */
    private @Nullable Prepared prepareIfWanted() {
        Prepared made = machinery.prepare(current(), markers.get());
        boolean kept = false;
        try {
            kept = wanted.getAsBoolean();
        } finally {
            if (!kept) {
                machinery.discard(made);
            }
        }
        return kept ? made : null;
    }

    private LaunchPlan current() {
        lock.lock();
        try {
            return plan;
        } finally {
            lock.unlock();
        }
    }

    private void filled(@Nullable Prepared made) {
        lock.lock();
        try {
            prepared = made;
            filling = false;
            filled.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        Prepared left;
        lock.lock();
        try {
            closed = true;
            left = take();
        } finally {
            lock.unlock();
        }
        if (left != null) {
            machinery.discard(left);
        }
    }
}
