package ai.tinyhumans.tinybox.linux.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SurroundingsTest {

    private static final String MOUNTS = "35 24 0:29 / /c rw - cgroup2 cgroup2 rw\n";

    @Test
    void areAllGroupsAboveWhereNobodyManagesThem() {
        assertThat(Surroundings.of(MOUNTS, "0::/a.service/main\n", false).candidates())
                .isEqualTo(List.of(Path.of("/c/a.service/main"), Path.of("/c/a.service"), Path.of("/c")));
    }

    @Test
    void endWithTheUnitUnderSystemd() {
        assertThat(Surroundings.of(MOUNTS, "0::/a.service/main\n", true).candidates())
                .isEqualTo(List.of(Path.of("/c/a.service/main"), Path.of("/c/a.service")));
    }

    @Test
    void sayWhyThereAreNone() {
        assertThat(Surroundings.of("", "", true).reason()).contains("in no hierarchy of version 2");
    }
}
