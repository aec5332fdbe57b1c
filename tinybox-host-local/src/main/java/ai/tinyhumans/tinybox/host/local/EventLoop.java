package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.host.local.syscall.Poller;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread that moves the bytes of all processes and notices all exits. Descriptors are closed on this thread only, so
 * that none is used after its number means another. Thread-safe.
 */
final class EventLoop implements AutoCloseable {

    /** One read can empty a full pipe: Linux's default pipe capacity (pipe(7)). */
    static final int BUFFER_BYTES = 64 << 10;

    /** How often to look whether processes are dead where the kernel has no handles on them that tell. */
    private static final int PROBE_MILLIS = 10;

    private static final Logger LOG = LoggerFactory.getLogger(EventLoop.class);

    /** What is called when a descriptor is ready. */
    @FunctionalInterface
    interface Source {
        void ready();
    }

    private final Poller poller;
    private final Map<Long, Source> sources = new ConcurrentHashMap<>();
    private final List<Source> probes = new CopyOnWriteArrayList<>();
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicLong tokens = new AtomicLong();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final AtomicInteger children = new AtomicInteger();
    private final Thread thread;
    private volatile boolean closing;

    /** Held to use the poller from another thread: once the loop has ended, its descriptors' numbers may mean others. */
    private final ReentrantLock polling = new ReentrantLock();

    private boolean ended; // guarded by polling

    /** Held by the one thread that runs tasks once the loop has ended. */
    private final ReentrantLock afterwards = new ReentrantLock();

    EventLoop(Poller poller) {
        this.poller = poller;
        this.thread = new Thread(this::run, "tinybox-io");
        thread.setDaemon(true);
        thread.start();
    }

    /** A direct buffer for the use of one source during one call. */
    ByteBuffer buffer() {
        return buffer.clear();
    }

    boolean isCurrentThread() {
        return Thread.currentThread() == thread;
    }

    /** Makes a token to watch a descriptor under; whoever watches keeps it first, since events may come at once. */
    long newToken() {
        return tokens.getAndIncrement();
    }

    void watch(int fd, long token, Poller.Interest interest, Source source) {
        sources.put(token, source);
        try {
            unlessEnded(() -> poller.add(fd, token, interest));
        } catch (SyscallException e) {
            sources.remove(token);
            throw e;
        }
    }

    void unwatch(int fd, long token) {
        sources.remove(token);
        unlessEnded(() -> poller.remove(fd));
    }

    /** Calls a source regularly, until {@link #unprobe}. */
    void probe(Source source) {
        probes.add(source);
        unlessEnded(poller::wake);
    }

    void unprobe(Source source) {
        probes.remove(source);
    }

    /**
     * Runs a task on the loop's thread: now if this is it, else soon. Once the loop has ended it is run now: what is left to
     * do for a process that is dead needs no waiting.
     */
    void execute(Runnable task) {
        if (isCurrentThread()) {
            task.run();
            return;
        }
        tasks.add(task);
        if (!unlessEnded(poller::wake)) {
            runLeftTasks();
        }
    }

    /** Uses the poller; returns false if it is of no use any more. */
    private boolean unlessEnded(Runnable action) {
        polling.lock();
        try {
            if (!ended) {
                action.run();
            }
            return !ended;
        } finally {
            polling.unlock();
        }
    }

    /** Notes that a child is watched for its exit: until it has exited the loop goes on, or nobody would reap it. */
    void childStarted() {
        children.incrementAndGet();
    }

    void childExited() {
        children.decrementAndGet();
    }

    private void run() {
        while (!closing || children.get() > 0) {
            poller.await(probes.isEmpty() ? -1 : PROBE_MILLIS, this::dispatch);
            probes.forEach(EventLoop::guarded);
            runTasks();
        }
        polling.lock();
        try {
            ended = true;
        } finally {
            polling.unlock();
        }
        runLeftTasks();
        poller.close();
    }

    /** Whoever cannot run them itself leaves them to the thread that is at it, and never waits for it. */
    private void runLeftTasks() {
        while (!tasks.isEmpty() && afterwards.tryLock()) {
            try {
                runTasks();
            } finally {
                afterwards.unlock();
            }
        }
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            guarded(task::run);
        }
    }

    private void dispatch(long token) {
        Source source = sources.get(token);
        if (source != null) {
            guarded(source);
        }
    }

    /** One broken listener must not stop the processes of all others. */
    private static void guarded(Source source) {
        try {
            source.ready();
        } catch (RuntimeException | Error e) {
            LOG.error("an event could not be handled; its process may be stuck until it is cancelled", e);
        }
    }

    /**
     * Ends the thread, waiting for it, if no child is watched; else it ends by itself when the last has exited, which may be
     * long after this. Not to be called on the loop's thread.
     */
    @Override
    public void close() {
        closing = true;
        unlessEnded(poller::wake);
        boolean interrupted = false;
        while (thread.isAlive() && children.get() == 0) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true; // the thread ends in any case; the interrupt is for later
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
