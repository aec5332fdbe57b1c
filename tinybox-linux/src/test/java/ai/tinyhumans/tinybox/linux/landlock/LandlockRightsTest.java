package ai.tinyhumans.tinybox.linux.landlock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LandlockRightsTest {

    @ParameterizedTest
    @CsvSource({
        // version, rights on files, on TCP, scopes: linux/landlock.h
        "1, 1FFF, 0, 0",
        "2, 3FFF, 0, 0",
        "3, 7FFF, 0, 0",
        "4, 7FFF, 3, 0",
        "5, FFFF, 3, 0",
        "6, FFFF, 3, 3",
        "7, FFFF, 3, 3",
        "99, FFFF, 3, 3",
    })
    void handlesEverythingAVersionKnowsAndNothingMore(int abi, String files, long network, long scopes) {
        LandlockRights rights = new LandlockRights(abi);
        assertThat(rights.files()).isEqualTo(Long.parseLong(files, 16));
        assertThat(rights.network()).isEqualTo(network);
        assertThat(rights.scopes()).isEqualTo(scopes);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void allowsNothingThatItDoesNotHandle(int abi) {
        LandlockRights rights = new LandlockRights(abi);
        for (boolean directory : new boolean[] {true, false}) {
            assertThat(rights.reading(directory) & ~rights.files()).isZero();
            assertThat(rights.writing(directory) & ~rights.files()).isZero();
            assertThat(rights.writing(directory) & rights.reading(directory)).isEqualTo(rights.reading(directory));
        }
    }

    @Test
    void readsWithoutWriting() {
        LandlockRights rights = new LandlockRights(LandlockRights.NEWEST);
        assertThat(rights.reading(true)).isEqualTo(0b1101);
        assertThat(rights.reading(false)).isEqualTo(0b0101); // a file has no entries to list
    }

    @Test
    void writesEverythingButDevices() {
        LandlockRights rights = new LandlockRights(LandlockRights.NEWEST);
        assertThat(rights.writing(true))
                .isEqualTo(rights.files() & ~(LandlockRights.MAKE_CHAR | LandlockRights.MAKE_BLOCK));
        assertThat(rights.writing(false))
                .isEqualTo(LandlockRights.EXECUTE
                        | LandlockRights.WRITE_FILE
                        | LandlockRights.READ_FILE
                        | LandlockRights.TRUNCATE
                        | LandlockRights.IOCTL_DEV);
    }
}
