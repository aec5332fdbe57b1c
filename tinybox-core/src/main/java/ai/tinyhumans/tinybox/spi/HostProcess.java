package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.ProcessRef;
import ai.tinyhumans.tinybox.exec.Signal;
import ai.tinyhumans.tinybox.exec.StdStream;

/**
 * A process a host started. The supervisor reaps it once after it exited, or disowns it.
 *
 * @implSpec thread-safe; no method blocks for longer than a system call
 */
public interface HostProcess {

    /** What identifies it. */
    ProcessRef ref();

    /**
     * Proves that nothing it started is alive: no other process has come into being on the host since, or its report says
     * so. False means only that this could not be proved cheaply.
     */
    boolean isProvedAlone();

    /** Sends a signal to its process group. Does nothing once it is reaped. */
    void signal(Signal signal);

    /**
     * Takes the exit of the process. May be called once, after the listener heard of the exit.
     *
     * @throws TinyboxException {@code exec.status_lost} if somebody else took it
     */
    Termination reap();

    /** What the {@linkplain Wrapper wrapper} reported, once it is reaped; empty if the plan has none. */
    byte[] report();

    /** Gives the process up: the host closes its pipes now and reaps it whenever it exits. */
    void disown();

    /** Goes on reading a stream for which {@link ProcessListener#room} was 0. */
    void resume(StdStream stream);

    /**
     * Reads once from a stream that the host {@linkplain ProcessListener#isDrawn left} to the caller, and gives that to the
     * listener, on this thread. Returns false if there was nothing: then the host goes on with the stream.
     */
    default boolean draw(StdStream stream) {
        return false;
    }

    /** Asks the listener for input again after it had none. */
    void inputAvailable();

    /**
     * Says that no process that could still write is alive, as far as known: what is in the pipes is read, and an empty
     * pipe counts as ended even if somebody holds it open.
     */
    void endOutput();
}
