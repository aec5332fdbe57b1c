package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.host.local.syscall.Spawner;
import ai.tinyhumans.tinybox.spi.Restriction;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A thread that takes a restriction upon itself, starts one program, and then does nothing but wait until that is dead:
 * the kernel's signal of a parent's death follows the thread that started a process, not its JVM (prctl(2)). It runs
 * nothing of anybody else's, since it could load no class and open no file for it.
 */
final class RestrictedThread implements Origin {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private @Nullable Throwable failure;
    private Spawner.@Nullable Prepared program;
    private byte[] path = {};
    private int result;
    private boolean over;

    private RestrictedThread() {}

    /** Makes one, which restricts itself at once: meanwhile the caller makes the program's pipes. */
    static RestrictedThread begin(Restriction restriction) {
        RestrictedThread origin = new RestrictedThread();
        Thread thread = new Thread(() -> origin.run(restriction), "tinybox-jail");
        thread.setDaemon(true);
        thread.start();
        return origin;
    }

    private void run(Restriction restriction) {
        try {
            restriction.apply();
            serve();
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    private void fail(Throwable thrown) {
        lock.lock();
        try {
            failure = thrown;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void serve() {
        lock.lock();
        try {
            while (!over) {
                if (program != null) {
                    result = program.attempt(path);
                    program = null;
                    changed.signalAll();
                } else {
                    changed.awaitUninterruptibly();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Starts a program there.
     *
     * @throws RuntimeException what the restriction throws
     */
    @Override
    public int attempt(Spawner.Prepared next, byte[] file) {
        lock.lock();
        try {
            program = next;
            path = file;
            changed.signalAll();
            while (program != null && failure == null) {
                changed.awaitUninterruptibly();
            }
            rethrow();
            return result;
        } finally {
            lock.unlock();
        }
    }

    private void rethrow() {
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            over = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
