package ai.tinyhumans.tinybox.spec;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import java.time.Duration;

/** Checks and conversions of time spans. */
public final class Durations {

    private static final long LONGEST_NANOS = Long.MAX_VALUE / 2;

    private static final Duration LONGEST = Duration.ofNanos(LONGEST_NANOS);

    private Durations() {}

    /**
     * Returns a span that is positive.
     *
     * @throws TinyboxException {@code argument.invalid}, naming {@code what}, if it is zero or negative
     */
    public static Duration requirePositive(String what, Duration span) {
        if (span.isZero() || span.isNegative()) {
            throw TinyboxException.of(ErrorCode.ARGUMENT_INVALID, what + " of " + span + " is not positive")
                    .remedy("give a positive time span")
                    .build();
        }
        return span;
    }

    /**
     * The span in nanoseconds; one beyond 146 years, either way, counts as 146 years, so that sums with a clock do not
     * overflow.
     */
    public static long saturatedNanos(Duration span) {
        if (span.compareTo(LONGEST) > 0) {
            return LONGEST_NANOS;
        }
        return span.compareTo(LONGEST.negated()) < 0 ? -LONGEST_NANOS : span.toNanos();
    }
}
