package ai.tinyhumans.tinybox.host.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EldersTest {

    private static final Map<Long, Long> STARTS = Map.of(1L, 5L, 900L, 50L, 1010L, 20L, 2000L, 60L);

    private final Elders elders = new Elders();

    @BeforeEach
    void remember() {
        elders.remember(Optional.of(new Handouts(1000, 100, 50_000, 32_768)), STARTS);
    }

    private Map<Long, Long> after(long last, long all) {
        return elders.still(Optional.of(new Handouts(last, 100, all, 32_768)));
    }

    @Test
    void knowsAllWhileNoNumberIsHandedOut() {
        assertThat(after(1000, 50_000)).isEqualTo(STARTS);
    }

    @Test
    void forgetsTheNumbersThatWereHandedOutSince() {
        assertThat(after(1009, 50_009)).isEqualTo(STARTS);
        assertThat(after(1010, 50_010)).containsOnlyKeys(1L, 900L, 2000L);
        assertThat(after(2000, 51_000)).containsOnlyKeys(1L, 900L);
    }

    @ParameterizedTest
    @CsvSource({"999, 50001", "400, 82000", "1001, 82469", "1001, 66200", "1000, 49999"})
    void forgetsAllWhenTheNumbersMayHaveBegunAnew(long last, long all) {
        assertThat(after(last, all)).isEmpty();
    }

    @Test
    void knowsNothingWhereTheKernelIsNotSeen() {
        assertThat(elders.still(Optional.empty())).isEmpty();
        elders.remember(Optional.empty(), STARTS);
        assertThat(after(1000, 50_000)).isEmpty();
    }

    @Test
    void countsWhatTheKernelHandsOut() throws Exception {
        Optional<Handouts> before = Handouts.read();
        if (before.isPresent()) {
            Process process = new ProcessBuilder("true").start();
            Handouts after = Handouts.read().orElseThrow();
            process.waitFor();
            assertThat(after.all()).isGreaterThan(before.get().all());
            assertThat(before.get().mayBeAround(after) || before.get().isHandedOut(process.pid(), after))
                    .isTrue();
        }
    }
}
