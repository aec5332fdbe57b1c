package ai.tinyhumans.tinybox.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContractVersionTest {

    @ParameterizedTest
    @CsvSource({"1,6,true", "1,7,true", "1,5,false", "1,0,false", "0,99,false", "2,6,false", "2,1,false"})
    void bindsToTheSameMajorAndAtLeastTheSameMinor(int major, int minor, boolean compatible) {
        assertThat(new ContractVersion(1, 6).isServedBy(new ContractVersion(major, minor)))
                .isEqualTo(compatible);
    }

    @Test
    void describesContract122() {
        assertThat(ContractVersion.CURRENT).hasToString("1.22");
    }

    @Test
    void refusesNegativeParts() {
        assertThatThrownBy(() -> new ContractVersion(1, -1)).hasMessageContaining("1.-1");
    }
}
