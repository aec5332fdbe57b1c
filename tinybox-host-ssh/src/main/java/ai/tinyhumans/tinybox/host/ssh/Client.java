package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spi.HostProcess;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An ssh client, which may be dead before whoever starts it has it in hand. Once it is both dead and in hand it is reaped, and
 * what it wrote is read to its end, by whoever brought the second of the two. Thread-safe.
 */
final class Client {

    private @Nullable HostProcess process; // guarded by this, as is dead
    private boolean dead;

    /** Takes the client in hand. The caller holds no lock that a listener takes: it may hear the rest of the output. */
    void started(HostProcess ssh) {
        boolean over;
        synchronized (this) {
            process = ssh;
            over = dead;
        }
        if (over) {
            drain(ssh);
        }
    }

    /** Hears that it is dead; the same holds. */
    void died() {
        HostProcess ssh;
        synchronized (this) {
            dead = true;
            ssh = process;
        }
        if (ssh != null) {
            drain(ssh);
        }
    }

    private static void drain(HostProcess ssh) {
        try {
            ssh.reap();
        } catch (TinyboxException lost) {
            // how a client ended says nothing: what it wrote does
        }
        ssh.endOutput();
    }

    synchronized boolean isDead() {
        return dead;
    }

    /** The client, if it is in hand, dead or alive: some of what it wrote may not have been read yet. */
    synchronized Optional<HostProcess> inHand() {
        return Optional.ofNullable(process);
    }

    /** The client, if it is in hand and not known to be dead. */
    synchronized Optional<HostProcess> alive() {
        return dead ? Optional.empty() : Optional.ofNullable(process);
    }
}
