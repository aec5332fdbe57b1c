package ai.tinyhumans.tinybox.supervise;

import ai.tinyhumans.tinybox.bus.Limits;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.Stdin;
import java.time.Duration;
import java.util.Optional;

/**
 * How a program is to be run. Immutable.
 *
 * @param stdin what it reads
 * @param timeout how long it may run
 * @param grace how long it may take to end after a cancel
 * @param mode what becomes of its output
 * @param outputBytes the most to keep of it
 */
public record Terms(Stdin stdin, Optional<Duration> timeout, Duration grace, OutputMode mode, int outputBytes) {

    /** The window of a streamed command: what a reader may fall behind, and may read again. */
    static final int WINDOW_BYTES = 1 << 20;

    /** What a helper program gets to end in. */
    public static final Duration HELPER_GRACE = Duration.ofMillis(500);

    /** The terms of a helper program of a sandbox. */
    public static Terms ofHelper(Stdin stdin, Duration timeout) {
        return new Terms(stdin, Optional.of(timeout), HELPER_GRACE, OutputMode.COLLECTED, Limits.MAX_OUTPUT_BYTES);
    }

    /** The terms of a helper program whose output is read as it comes. */
    public static Terms ofStreamedHelper(Stdin stdin, Duration timeout) {
        return new Terms(stdin, Optional.of(timeout), HELPER_GRACE, OutputMode.STREAMED, WINDOW_BYTES);
    }

    /** The terms a command names itself. */
    public static Terms of(Command command, OutputMode mode) {
        int bytes = mode == OutputMode.COLLECTED ? (int) command.outputLimit().bytes() : WINDOW_BYTES;
        return new Terms(command.stdin(), command.timeout(), command.grace(), mode, bytes);
    }
}
