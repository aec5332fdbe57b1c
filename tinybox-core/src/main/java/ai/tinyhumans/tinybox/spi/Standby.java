package ai.tinyhumans.tinybox.spi;

import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A program that a host may start before there is a command, and that then does what the program of the plan would have
 * done. It is the same for all commands. It writes {@link #ANSWER} to its standard output when it is there, and waits on its
 * standard input: first for {@link #GREETING}, to which it writes {@link #ANSWER} again, and nothing else; then for the
 * request. What follows the request is the command's own input. If its input ends before the request does, it has done
 * nothing and ends.
 *
 * <p>It is greeted when it is needed, right before the request: a program that somebody stopped meanwhile does not answer,
 * and would do later what it is asked to.
 *
 * @param plan the program that waits, made when it is asked for: most plans are started as they are
 * @param request what it is asked to do, for the value of the marker variable
 */
public record Standby(Supplier<LaunchPlan> plan, Function<String, byte[]> request) {

    /** What it is greeted with. */
    public static final byte GREETING = '\n';

    /** What it says when it is there, and whenever it is greeted. */
    public static final byte ANSWER = '\n';

    /**
     * The longest request it takes: a shell reads one byte at a time, so that a longer one would take as long as to do
     * without, and a pipe takes this much at once (pipe(7)).
     */
    public static final int MAX_REQUEST_BYTES = 32 << 10;
}
