package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.Env;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A machine: starts processes there and moves their bytes. It knows nothing of confinement.
 *
 * @implSpec thread-safe
 */
public interface Host extends Starter, AutoCloseable {

    /** The environment a trusted program started there would have. */
    Env environment();

    /** Makes a marker that no process has had or will have, and to which a part may be added. */
    String newMarker(Lifetime lifetime);

    /**
     * Holds the program of a plan in reserve from now on.
     *
     * @param markers makes the marker of each program that is held
     * @param wanted answers whether one that was just started is to be held: else it is ended, and so it is if this throws
     * @return what starts it, which the caller closes before this host; empty if this host starts nothing in advance, or
     *     not for a plan like this
     */
    default Optional<Reserve> reserve(LaunchPlan plan, Supplier<String> markers, BooleanSupplier wanted) {
        return Optional.empty();
    }

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
