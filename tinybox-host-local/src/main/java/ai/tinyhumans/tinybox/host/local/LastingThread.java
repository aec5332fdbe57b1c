package ai.tinyhumans.tinybox.host.local;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that lasts as long as the host, for programs that ask to die with the thread that started them: a caller's
 * thread may end, and a virtual one has no thread of its own. It begins with the first such program. Thread-safe.
 */
final class LastingThread implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LastingThread.class);

    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread daemon = new Thread(task, "tinybox-spawn");
        daemon.setDaemon(true);
        return daemon;
    });

    /** The thread as the one to start a program from. */
    Origin origin() {
        // waits whether the caller is interrupted or not: what was started must be known
        return (program, path) -> CompletableFuture.supplyAsync(() -> program.attempt(path), thread)
                .join();
    }

    /** Has the thread do something when it has done the rest; returns false if it is ending. */
    boolean soon(Runnable task) {
        try {
            thread.execute(task);
            return true;
        } catch (RejectedExecutionException ending) {
            LOG.debug("the host is being closed: nothing is done in advance any more", ending);
            return false;
        }
    }

    /** Ends the thread. Whatever it started is dead by then. */
    @Override
    public void close() {
        thread.shutdown();
    }
}
