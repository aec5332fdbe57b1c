package ai.tinyhumans.tinybox.spi;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.spec.HostPath;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JailGrantsTest {

    private static final JailGrants GRANTS =
            new JailGrants(List.of(new HostPath("/w"), new HostPath("/dev/null")), List.of(new HostPath("/usr")));

    @ParameterizedTest
    @CsvSource({
        // denied, by a jail that only adds, by one that subtracts
        "/,         false, false",
        "/w,        false, false",
        "/dev,      false, false",
        "/w/secret, false, true",
        "/usr,      false, true",
        "/usr/x/y,  false, true",
        "/ws,       true,  true",
        "/us,       true,  true",
        "/home/me,  true,  true",
    })
    void deniesOnlyWhatItGivesNoAccessTo(String denied, boolean adding, boolean subtracting) {
        check(denied, false, adding);
        check(denied, true, subtracting);
    }

    private static void check(String denied, boolean subtracts, boolean possible) {
        List<HostPath> paths = List.of(new HostPath(denied));
        if (possible) {
            GRANTS.requireDenied(paths, subtracts);
        } else {
            assertRefused(ErrorCode.CONSTRAINT_NOT_ENFORCED, () -> GRANTS.requireDenied(paths, subtracts))
                    .hasMessageContaining("'" + denied + "'");
        }
    }
}
