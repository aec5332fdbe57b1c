package ai.tinyhumans.tinybox.host.ssh;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for the far side, for a bounded time. */
final class Patience {

    private Patience() {}

    /** Waits; an interrupt does not cut this short, and is set again at the end. */
    static <T> T await(CompletableFuture<T> future, int seconds) throws ExecutionException, TimeoutException {
        boolean interrupted = false;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        try {
            while (true) {
                try {
                    return future.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
