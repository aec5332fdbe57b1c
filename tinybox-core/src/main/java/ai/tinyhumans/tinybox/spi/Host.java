package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.Env;

/**
 * A machine: starts processes there and moves their bytes. It knows nothing of confinement.
 *
 * @implSpec thread-safe
 */
public interface Host extends AutoCloseable {

    /** The environment a trusted program started there would have. */
    Env environment();

    /** Makes a marker that no process has had or will have. */
    String newMarker(Lifetime lifetime);

    /**
     * Starts a process: the leader of a new session and group, with default signal handling, the descriptors 0 to 2 and
     * those the plan names, and nothing else of this JVM. A {@linkplain Wrapper wrapper} is started from a thread that
     * lasts as long as this host. Blocks until the program runs or is known not to.
     *
     * @param listener hears of the process from now on, perhaps before this method returns
     * @throws TinyboxException {@code launch.*} if the program does not run; then nothing is left of the attempt and the
     *     listener hears nothing. {@code provider.unusable} if this host starts nothing on this machine, or if the plan has
     *     a restriction and this host starts programs from no thread of this JVM
     */
    HostProcess start(Launch launch, ProcessListener listener);

    /** Answers whether it starts programs from threads of this JVM, and so takes plans with a restriction. */
    default boolean takesRestrictions() {
        return false;
    }

    /** Looks at all processes there, now. Blocks for some milliseconds. */
    ProcessTable processes();

    /**
     * Opens a directory there for file access.
     *
     * @param root an absolute path
     * @throws TinyboxException {@code file.unsupported} if this host gives no such access; {@code file.not_found} or
     *     {@code file.wrong_type} if there is no such directory
     */
    WorkspaceFiles openWorkspace(String root);

    /**
     * Opens a way from this machine to a port on the loopback address of the host. Blocks until it stands.
     *
     * @throws TinyboxException {@code host.*} if it cannot be made, and then nothing is left of it
     */
    Passage forward(int port);

    /** Ends the host's machinery. Whatever it started is dead and reaped by then, or is detached. Idempotent. */
    @Override
    void close();
}
