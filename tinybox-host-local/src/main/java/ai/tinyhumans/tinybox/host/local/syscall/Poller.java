package ai.tinyhumans.tinybox.host.local.syscall;

/**
 * Waits for any of many descriptors, level-triggered: what was not consumed is told again. Descriptors may be added and
 * removed by any thread; one thread waits.
 */
public interface Poller extends AutoCloseable {

    /** Hears what is ready. */
    @FunctionalInterface
    interface Ready {
        /** The descriptor added with this token can be read or written as was asked, or its other end is gone. */
        void ready(long token);
    }

    /** What to wait for. */
    enum Interest {
        /** Until it can be read. */
        READ,
        /** Until it can be written. */
        WRITE
    }

    /**
     * Watches a descriptor until it is removed.
     *
     * @param token names it in what is told; never used twice, so that nothing told late is taken for a later descriptor
     *     of the same number
     */
    void add(int fd, long token, Interest interest);

    /** Stops watching a descriptor; to be called before it is closed. */
    void remove(int fd);

    /**
     * Waits until something is ready, somebody wakes it, or the time is up, and tells what is ready.
     *
     * @param timeoutMillis how long to wait, -1 for ever
     */
    void await(int timeoutMillis, Ready ready);

    /** Ends the current wait or the next. */
    void wake();

    @Override
    void close();
}
