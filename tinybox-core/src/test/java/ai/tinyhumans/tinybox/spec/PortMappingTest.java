package ai.tinyhumans.tinybox.spec;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PortMappingTest {

    @Test
    void isOrderedByGuestThenByHostWithTheChosenOneFirst() {
        PortMapping chosen = PortMapping.dynamic(80);
        PortMapping low = PortMapping.fixed(80, 1);
        PortMapping high = PortMapping.fixed(80, 65535);
        PortMapping next = PortMapping.dynamic(81);
        assertThat(new TreeSet<>(List.of(next, high, low, chosen))).containsExactly(chosen, low, high, next);
    }

    @Test
    void orderAgreesWithEquality() {
        assertThat(PortMapping.fixed(1, 2)).isEqualByComparingTo(PortMapping.fixed(1, 2));
        assertThat(PortMapping.dynamic(1)).isEqualTo(new PortMapping(1, OptionalInt.empty()));
        assertThat(PortMapping.dynamic(1)).isNotEqualByComparingTo(PortMapping.fixed(1, 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 80, 65535})
    void takesEveryPort(int port) {
        assertThat(PortMapping.dynamic(port).guest()).isEqualTo(port);
        assertThat(PortMapping.fixed(port, port).host()).hasValue(port);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 65536, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void refusesAnyOtherNumberNamingTheSide(int port) {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> PortMapping.dynamic(port))
                .hasMessage("guest port " + port + " is not 1 to 65535");
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> PortMapping.fixed(80, port))
                .hasMessage("host port " + port + " is not 1 to 65535");
    }
}
