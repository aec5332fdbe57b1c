package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.exec.StdStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Hears of one process. All calls but the first come from the host's own thread, one after the other; what is
 * {@linkplain HostProcess#draw drawn} comes on the thread that draws it, and one piece of output after the other still. What
 * a process without pipes has nothing to tell of need not be implemented.
 *
 * @implSpec no method may block or throw: the thread serves all processes of the host
 */
@FunctionalInterface
public interface ProcessListener {

    /**
     * The process is about to start under a share of its plan's {@linkplain Quota quota}, or runs under one already. It is
     * the listener's from now on, also if nothing starts. Comes before all else, on the thread that starts the process.
     *
     * @throws IllegalArgumentException if this listener gives nothing back
     */
    default void startsUnder(Quota.Share share) {
        throw new IllegalArgumentException("this process cannot be under limits: nobody would give them back");
    }

    /**
     * Answers whether somebody waits for a stream who will {@linkplain HostProcess#draw draw} what there is to read. If so
     * the host leaves it to that, and does not read the stream itself until there is nothing more to draw.
     */
    default boolean isDrawn(StdStream stream) {
        return false;
    }

    /** How many bytes of a stream can be taken now; 0 stops reading it until {@link HostProcess#resume}. */
    default int room(StdStream stream) {
        return 0;
    }

    /** Takes what was read, at most {@link #room}; the buffer is the host's and is used again afterwards. */
    default void output(StdStream stream, ByteBuffer bytes) {}

    /** Nothing more can be read just now: whoever waits for output may be told, once for several pieces. */
    default void outputPaused() {}

    /** A stream ended. */
    default void outputEnded(StdStream stream) {}

    /**
     * The bytes to write next; the host takes as many as the pipe does by moving the position, and asks again for the rest.
     * Empty if there are none yet: then the host waits for {@link HostProcess#inputAvailable}. Null at the end of input.
     */
    default @Nullable ByteBuffer input() {
        return null;
    }

    /** The process does not read any more, or read all there was. */
    default void inputClosed() {}

    /** The process is dead and waits to be reaped; for a {@linkplain Wrapper wrapper}, so is what it started. */
    void exited();
}
