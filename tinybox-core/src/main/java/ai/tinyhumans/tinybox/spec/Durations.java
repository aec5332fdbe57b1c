package ai.tinyhumans.tinybox.spec;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import java.time.Duration;

/** Checks and conversions of time spans. */
public final class Durations {

    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE / 2);

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

    /** The span in nanoseconds; a span beyond 146 years counts as 146 years, so that sums with a clock do not overflow. */
    public static long saturatedNanos(Duration span) {
        return span.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : span.toNanos();
    }
}
