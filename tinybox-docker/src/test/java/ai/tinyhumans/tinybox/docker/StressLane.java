package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A place for a box: when the one there is gone, another is made. Thread-safe. */
final class StressLane {

    private final Tinybox tinybox;
    private final BoxSpec spec;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Box current;

    StressLane(Tinybox tinybox, BoxSpec spec) {
        this.tinybox = tinybox;
        this.spec = spec;
    }

    /** The box here, made now if there is none. */
    Box box() throws InterruptedException {
        lock.lock();
        try {
            Box there = current;
            if (there == null) {
                there = tinybox.create(spec);
                current = there;
            }
            return there;
        } finally {
            lock.unlock();
        }
    }

    /** The box here, for somebody who does it harm. */
    Optional<Box> target() {
        return Optional.ofNullable(current);
    }

    /** Gives a box up that is gone. If docker does not even answer, {@link Tinybox#close} tries again. */
    void giveUp(Box gone) {
        lock.lock();
        try {
            if (current == gone) {
                current = null;
                gone.close();
            }
        } catch (TinyboxException later) {
            // it is closed with all others, when docker answers again
        } finally {
            lock.unlock();
        }
    }
}
