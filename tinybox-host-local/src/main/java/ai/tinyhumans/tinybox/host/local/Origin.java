package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.host.local.syscall.Spawner;

/** The thread a program is started from: what that thread may not do, the program may not. */
interface Origin extends AutoCloseable {

    /** Whichever thread asks. */
    Origin CALLER = Spawner.Prepared::attempt;

    /** Starts a program there; returns what {@link Spawner.Prepared#attempt} does. */
    int attempt(Spawner.Prepared program, byte[] path);

    /** Says that the program is dead, or never started. Idempotent. */
    @Override
    default void close() {}
}
