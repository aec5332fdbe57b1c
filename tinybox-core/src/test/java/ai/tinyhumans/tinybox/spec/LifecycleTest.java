package ai.tinyhumans.tinybox.spec;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LifecycleTest {

    private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

    @Test
    void defaultIsAnHour() {
        assertThat(Lifecycle.DEFAULT).isEqualTo(new Lifecycle.Ephemeral(Duration.ofHours(1)));
    }

    @Test
    void persistentTakesASnapshotEveryMinute() {
        assertThat(Lifecycle.persistent()).isEqualTo(new Lifecycle.Persistent(Optional.of(Duration.ofSeconds(60))));
    }

    @Test
    void persistentNeedsNoSnapshots() {
        assertThat(new Lifecycle.Persistent(Optional.empty()).autosnapshot()).isEmpty();
    }

    @Test
    void matchCallsTheFunctionOfItsCase() {
        assertThat(Lifecycle.ephemeral(Duration.ofSeconds(5)).<String>match(e -> "ttl " + e.ttl(), p -> "persistent"))
                .isEqualTo("ttl PT5S");
        assertThat(Lifecycle.persistent().<String>match(e -> "ephemeral", p -> "every " + p.autosnapshot()))
                .isEqualTo("every Optional[PT1M]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-0.000000001S", "PT-1H"})
    void refusesATimeThatIsNotPositive(Duration time) {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> Lifecycle.ephemeral(time))
                .hasMessageStartingWith("time to live of " + time + " is not positive");
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> new Lifecycle.Persistent(Optional.of(time)))
                .hasMessageStartingWith("autosnapshot cadence of " + time + " is not positive");
    }

    @Test
    void takesTheShortestAndTheLongestTime() {
        assertThat(Lifecycle.ephemeral(Duration.ofNanos(1))).isNotEqualTo(Lifecycle.DEFAULT);
        assertThat(new Lifecycle.Ephemeral(LONGEST).ttl()).isEqualTo(LONGEST);
    }
}
