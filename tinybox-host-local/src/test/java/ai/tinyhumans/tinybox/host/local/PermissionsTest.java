package ai.tinyhumans.tinybox.host.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PermissionsTest {

    @ParameterizedTest
    @CsvSource({"0, ---------", "493, rwxr-xr-x", "384, rw-------", "292, r--r--r--", "511, rwxrwxrwx", "73, --x--x--x"
    })
    void readAsANumberAsChmodWritesThem(int mode, String text) {
        Set<PosixFilePermission> permissions = PosixFilePermissions.fromString(text);
        assertThat(Permissions.toMode(permissions)).isEqualTo(mode);
        assertThat(Permissions.ofMode(mode)).isEqualTo(permissions);
    }

    @Test
    void surviveTheWayToANumberAndBack() {
        for (int mode = 0; mode <= 0777; mode++) {
            assertThat(Permissions.toMode(Permissions.ofMode(mode))).isEqualTo(mode);
        }
    }
}
