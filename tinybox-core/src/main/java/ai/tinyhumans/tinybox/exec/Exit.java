package ai.tinyhumans.tinybox.exec;

import java.time.Duration;
import java.util.function.Function;

/**
 * How a command ended. Immutable. The cases are types, so that a time-out cannot be taken for a crash and a crash cannot be
 * taken for success.
 */
public sealed interface Exit {

    /** Calls the function of this case. */
    <T> T match(
            Function<Exited, T> exited,
            Function<Signaled, T> signaled,
            Function<TimedOut, T> timedOut,
            Function<Cancelled, T> cancelled,
            Function<LimitHit, T> limitHit);

    /** Answers whether the program ended by itself with code 0. */
    default boolean isSuccess() {
        return match(e -> e.code() == 0, s -> false, t -> false, c -> false, l -> false);
    }

    /**
     * A number for callers that have only one: the program's own code, 128 + n after signal n, 124 after a time-out as
     * timeout(1) has it, 130 after a cancel as a shell has it after Ctrl-C, 137 after a limit as if killed for it. Never 0
     * unless the program said so.
     */
    default int code() {
        return match(Exited::code, s -> 128 + s.signal(), t -> 124, c -> 130, l -> 137);
    }

    /**
     * The program ended by itself.
     *
     * @param code what it passed to exit(3), 0 to 255
     */
    record Exited(int code) implements Exit {

        /**
         * Checks the code.
         *
         * @throws IllegalArgumentException if it is not 0 to 255: cut to eight bits by whoever passes it on, it may be 0
         */
        public Exited {
            if (code < 0 || code > 255) {
                throw new IllegalArgumentException("exit code " + code + " is not 0 to 255");
            }
        }

        @Override
        public <T> T match(
                Function<Exited, T> exited,
                Function<Signaled, T> signaled,
                Function<TimedOut, T> timedOut,
                Function<Cancelled, T> cancelled,
                Function<LimitHit, T> limitHit) {
            return exited.apply(this);
        }

        @Override
        public String toString() {
            return "exit " + code;
        }
    }

    /**
     * A signal that tinybox did not send ended the program.
     *
     * @param signal its number, 1 to 127
     */
    record Signaled(int signal) implements Exit {

        /**
         * Checks the number.
         *
         * @throws IllegalArgumentException if it is not 1 to 127: 128 and it together shall be a code of 255 at most
         */
        public Signaled {
            if (signal < 1 || signal > 127) {
                throw new IllegalArgumentException("signal " + signal + " is not 1 to 127");
            }
        }

        @Override
        public <T> T match(
                Function<Exited, T> exited,
                Function<Signaled, T> signaled,
                Function<TimedOut, T> timedOut,
                Function<Cancelled, T> cancelled,
                Function<LimitHit, T> limitHit) {
            return signaled.apply(this);
        }

        @Override
        public String toString() {
            return "signal " + signal;
        }
    }

    /**
     * The command's time ran out and tinybox ended it.
     *
     * @param budget how long it was allowed to run
     */
    record TimedOut(Duration budget) implements Exit {
        @Override
        public <T> T match(
                Function<Exited, T> exited,
                Function<Signaled, T> signaled,
                Function<TimedOut, T> timedOut,
                Function<Cancelled, T> cancelled,
                Function<LimitHit, T> limitHit) {
            return timedOut.apply(this);
        }

        @Override
        public String toString() {
            return "timed out after " + budget;
        }
    }

    /** The caller cancelled the command, before or after it started, and tinybox ended it. */
    record Cancelled() implements Exit {
        @Override
        public <T> T match(
                Function<Exited, T> exited,
                Function<Signaled, T> signaled,
                Function<TimedOut, T> timedOut,
                Function<Cancelled, T> cancelled,
                Function<LimitHit, T> limitHit) {
            return cancelled.apply(this);
        }

        @Override
        public String toString() {
            return "cancelled";
        }
    }

    /**
     * A limit ended the command, or refused it something, whereupon it failed.
     *
     * @param kind which limit
     * @param limit where it stood: bytes, processes or nanoseconds, as the kind has it
     */
    record LimitHit(LimitKind kind, long limit) implements Exit {
        @Override
        public <T> T match(
                Function<Exited, T> exited,
                Function<Signaled, T> signaled,
                Function<TimedOut, T> timedOut,
                Function<Cancelled, T> cancelled,
                Function<LimitHit, T> limitHit) {
            return limitHit.apply(this);
        }

        @Override
        public String toString() {
            return "over the " + kind + " limit of " + limit;
        }
    }
}
