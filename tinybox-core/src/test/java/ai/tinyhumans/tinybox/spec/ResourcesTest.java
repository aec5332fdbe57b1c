package ai.tinyhumans.tinybox.spec;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourcesTest {

    @Test
    void defaultIsTwoCoresTwoGibibytes512ProcessesAndEightGibibytesOfDisk() {
        assertThat(Resources.DEFAULT)
                .isEqualTo(new Resources(2000, new ByteSize(2_147_483_648L), 512, new ByteSize(8_589_934_592L)));
    }

    // B096
    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, 0,           cpuMillis, 0",
        "1, 0, 0, 0,           memory,    0",
        "1, 1, 0, 0,           pids,      0",
        "1, 1, 1, 0,           disk,      0",
        "1, 1, 0, 1,           pids,      0",
        "-1, 0, 1, 1,          cpuMillis, -1",
        "1, 1, -5, 0,          pids,      -5",
        "-2147483648, 1, 1, 1, cpuMillis, -2147483648"
    })
    void refusesNamingTheFirstLimitThatIsNotPositive(
            int cpuMillis, long memory, int pids, long disk, String limit, String value) {
        assertRefused(
                        ErrorCode.ARGUMENT_INVALID,
                        () -> new Resources(cpuMillis, new ByteSize(memory), pids, new ByteSize(disk)))
                .hasMessageStartingWith("resource limit '" + limit + "' is " + value + ", not positive; hint: ");
    }

    // B096
    @Test
    void takesTheLargestNumbersAsTheyAre() {
        ByteSize most = new ByteSize(Long.MAX_VALUE);
        Resources resources = new Resources(Integer.MAX_VALUE, most, Integer.MAX_VALUE, most);
        assertThat(resources.cpuMillis()).isEqualTo(Integer.MAX_VALUE);
        assertThat(resources.memory().bytes()).isEqualTo(Long.MAX_VALUE);
        assertThat(resources.pids()).isEqualTo(Integer.MAX_VALUE);
        assertThat(resources.disk().bytes()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void changesOneLimitAndKeepsTheRest() {
        Resources one = new Resources(1, new ByteSize(2), 3, new ByteSize(4));
        assertThat(one.withCpuMillis(9)).isEqualTo(new Resources(9, new ByteSize(2), 3, new ByteSize(4)));
        assertThat(one.withMemory(new ByteSize(9))).isEqualTo(new Resources(1, new ByteSize(9), 3, new ByteSize(4)));
        assertThat(one.withPids(9)).isEqualTo(new Resources(1, new ByteSize(2), 9, new ByteSize(4)));
        assertThat(one.withDisk(new ByteSize(9))).isEqualTo(new Resources(1, new ByteSize(2), 3, new ByteSize(9)));
        assertThat(Resources.class.getRecordComponents()).hasSize(4);
    }

    @Test
    void aChangedLimitIsCheckedAsWell() {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> Resources.DEFAULT.withPids(0))
                .hasMessageContaining("'pids' is 0");
    }
}
