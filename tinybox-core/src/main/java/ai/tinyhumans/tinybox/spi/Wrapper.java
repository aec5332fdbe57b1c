package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Exit;
import java.util.Optional;
import java.util.Set;

/**
 * What is to be known of a plan whose program is not the command itself but starts it, waits for it, and reports how that
 * went. It changes nothing; only {@link #failure} may look at anything but its arguments.
 *
 * <p>Such a program may have asked to die with the thread that started it (PR_SET_PDEATHSIG in prctl(2)), so a host starts
 * it from a thread that lasts as long as the host. It passes no request to end on, so TERM is sent to what runs below it.
 *
 * @implSpec thread-safe
 */
public interface Wrapper {

    /** The command's program as the caller named it. */
    String program();

    /** The descriptors, beyond 2, on each of which it finds the same file, empty at first, to write its report to. */
    Set<Integer> reportOn();

    /** How many processes there are above the command, this one and the one that starts the command included. */
    default int depth() {
        return 2;
    }

    /** Answers whether the report says that all processes of the command are dead. */
    boolean isAllDead(byte[] report);

    /**
     * How the command ended.
     *
     * @param own the exit of the wrapper
     * @param report what it reported
     * @return empty if the command was never started
     */
    Optional<Exit> exit(Exit own, byte[] report);

    /**
     * Why the command was not started. It may look, and wait for the host: no thread of a host asks.
     *
     * @param own the exit of the wrapper
     * @param report what it reported
     * @param stderr what it wrote to its standard error, as far as that was kept
     */
    TinyboxException failure(Exit own, byte[] report, byte[] stderr);
}
