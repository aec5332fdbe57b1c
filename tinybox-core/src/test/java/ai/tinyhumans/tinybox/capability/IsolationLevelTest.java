package ai.tinyhumans.tinybox.capability;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IsolationLevelTest {

    @Test
    void levelsRunFromWeakToStrong() {
        assertThat(IsolationLevel.values())
                .containsExactly(
                        IsolationLevel.NONE, IsolationLevel.PROCESS, IsolationLevel.KERNEL, IsolationLevel.HARDWARE);
    }

    @ParameterizedTest
    @CsvSource({
        "NONE,     NONE,     true",
        "NONE,     PROCESS,  false",
        "PROCESS,  NONE,     true",
        "PROCESS,  KERNEL,   false",
        "KERNEL,   KERNEL,   true",
        "KERNEL,   HARDWARE, false",
        "HARDWARE, NONE,     true",
        "HARDWARE, HARDWARE, true"
    })
    void satisfiesAFloorAtOrBelowIt(IsolationLevel level, IsolationLevel floor, boolean satisfied) {
        assertThat(level.atLeast(floor)).isEqualTo(satisfied);
    }

    @ParameterizedTest
    @CsvSource({"NONE, false", "PROCESS, false", "KERNEL, true", "HARDWARE, true"})
    void untrustedCodeNeedsNamespacesOfItsOwn(IsolationLevel level, boolean suitable) {
        assertThat(level.isSuitableForUntrustedCode()).isEqualTo(suitable);
    }
}
