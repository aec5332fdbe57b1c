package ai.tinyhumans.tinybox.spec;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

class DurationsTest {

    private static final long LONGEST = Long.MAX_VALUE / 2;

    static final Arguments[] SPANS = {
        Arguments.of(Duration.ZERO, 0),
        Arguments.of(Duration.ofNanos(1), 1),
        Arguments.of(Duration.ofNanos(-1), -1),
        Arguments.of(Duration.ofSeconds(2, 3), 2_000_000_003L),
        Arguments.of(Duration.ofNanos(LONGEST - 1), LONGEST - 1),
        Arguments.of(Duration.ofNanos(LONGEST), LONGEST),
        Arguments.of(Duration.ofNanos(LONGEST + 1), LONGEST),
        Arguments.of(Duration.ofNanos(Long.MAX_VALUE), LONGEST),
        Arguments.of(Duration.ofDays(365L * 150), LONGEST),
        Arguments.of(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999), LONGEST),
        Arguments.of(Duration.ofNanos(-LONGEST - 1), -LONGEST),
        Arguments.of(Duration.ofNanos(Long.MIN_VALUE), -LONGEST),
        Arguments.of(Duration.ofSeconds(Long.MIN_VALUE), -LONGEST)
    };

    @ParameterizedTest
    @FieldSource("SPANS")
    void nanosecondsStopAt146YearsEitherWay(Duration span, long nanos) {
        assertThat(Durations.saturatedNanos(span)).isEqualTo(nanos);
    }

    @Test
    void theLongestSpanFitsBehindAnyClockOfHalfTheRange() {
        long nanos = Durations.saturatedNanos(Duration.ofSeconds(Long.MAX_VALUE));
        assertThat(Math.addExact(Long.MAX_VALUE / 2, nanos)).isPositive();
    }

    @Test
    void aPositiveSpanIsReturned() {
        assertThat(Durations.requirePositive("wait", Duration.ofNanos(1))).isEqualTo(Duration.ofNanos(1));
    }

    @Test
    void aRefusalNamesWhatAndHowLong() {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> Durations.requirePositive("wait", Duration.ZERO))
                .hasMessage("wait of PT0S is not positive; hint: give a positive time span");
    }
}
