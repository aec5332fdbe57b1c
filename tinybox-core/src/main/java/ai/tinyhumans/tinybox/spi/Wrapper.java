package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Exit;
import java.util.Optional;
import java.util.OptionalInt;

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

    /** The descriptor, beyond 2, on which it finds an empty file to write its report to. */
    int reportOn();

    /**
     * The process of the host with whose death all processes of the command are dead, if the report names one and says that
     * the command is over, so that the process starts nothing any more.
     */
    OptionalInt root(byte[] report);

    /**
     * How the command ended.
     *
     * @param own the exit of the wrapper
     * @param report what it reported
     * @return empty if the command was never started
     */
    Optional<Exit> exit(Exit own, byte[] report);

    /**
     * Why the command was not started.
     *
     * @param own the exit of the wrapper
     * @param stderr what it wrote to its standard error, as far as that was kept
     */
    TinyboxException failure(Exit own, byte[] stderr);
}
