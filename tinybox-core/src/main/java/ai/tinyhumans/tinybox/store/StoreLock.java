package ai.tinyhumans.tinybox.store;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to keep all others away from a file while it is changed. Not thread-safe: each change makes its own. The lock
 * file is never removed, since two processes would then hold the locks of two files of one name.
 *
 * <p>Three locks, always taken in this order:
 *
 * <ol>
 *   <li>A fair lock per file, for the threads of this JVM: the kernel's lock belongs to the whole process.
 *   <li>The monitor of the file's name, interned and so the same object for every class loader. POSIX drops a process's
 *       locks on a file when it closes <em>any</em> descriptor of it (fcntl(2)), so no other copy of this class may even
 *       have the file open meanwhile.
 *   <li>The kernel's lock, against other processes. It ends with its process, however that ends.
 * </ol>
 *
 * <p>Interrupts are kept for later: destroying a box is often the work of a thread that was interrupted.
 */
final class StoreLock {

    /** What is done under the lock. */
    @FunctionalInterface
    interface Action<T> {
        T run() throws IOException;
    }

    /** Weak, so that a lock goes with the last thread that uses the name; a held monitor keeps its name. */
    private static final Map<String, ReentrantLock> GATES = Collections.synchronizedMap(new WeakHashMap<>());

    /** 2 ms: a writer holds the lock for about two flushes of a disk, and a failed try costs one system call. */
    private static final long PAUSE_NANOS = 2_000_000;

    private final Path directory;
    private final Path file;
    private final FileAttribute<?>[] attributes;
    private final Duration wait;
    private final long start = System.nanoTime();
    private boolean interrupted;

    /**
     * Prepares an attempt.
     *
     * @param directory where the lock file is; it exists
     * @param file the lock file
     * @param attributes those of the lock file if it has to be made
     * @param wait how long to wait for all locks together
     */
    StoreLock(Path directory, Path file, FileAttribute<?>[] attributes, Duration wait) {
        this.directory = directory;
        this.file = file;
        this.attributes = attributes;
        this.wait = wait;
    }

    /**
     * Runs an action under the lock.
     *
     * @throws TinyboxException {@code store.busy} if the lock was not free in time
     * @throws IllegalStateException if this thread holds the lock already
     */
    <T> T hold(Action<T> action) throws IOException {
        interrupted = Thread.interrupted();
        try {
            return throughGate(action);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private <T> T throughGate(Action<T> action) throws IOException {
        String name = ("tinybox-store:" + directory.toRealPath().resolve(file.getFileName())).intern();
        ReentrantLock gate = GATES.computeIfAbsent(name, n -> new ReentrantLock(true));
        if (gate.isHeldByCurrentThread()) {
            throw new IllegalStateException("a change of '" + file + "' must not use the store it changes");
        }
        while (!tryGate(gate)) {
            pause();
        }
        try {
            synchronized (name) {
                return locked(action);
            }
        } finally {
            gate.unlock();
        }
    }

    private boolean tryGate(ReentrantLock gate) {
        try {
            return gate.tryLock(left(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
            return false;
        }
    }

    private <T> T locked(Action<T> action) throws IOException {
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(file, options, attributes)) {
            while (tryLock(channel) == null) {
                pause();
            }
            // closing the channel gives the lock back
            return action.run();
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // somebody in this JVM locked it under another name, as through a hard link
            return null;
        }
    }

    private void pause() {
        if (left() <= 0) {
            throw TinyboxException.of(
                            ErrorCode.STORE_BUSY,
                            "the lock '" + file + "' was not free within " + wait.toMillis() + " ms")
                    .remedy("try again; 'fuser' tells which process holds it")
                    .build();
        }
        LockSupport.parkNanos(PAUSE_NANOS);
        interrupted |= Thread.interrupted();
    }

    private long left() {
        return wait.toNanos() - (System.nanoTime() - start);
    }
}
