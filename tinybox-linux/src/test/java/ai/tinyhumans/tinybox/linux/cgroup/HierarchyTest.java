package ai.tinyhumans.tinybox.linux.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class HierarchyTest {

    private static final String UNIFIED = """
            24 30 0:22 / /proc rw,nosuid shared:12 - proc proc rw
            35 24 0:29 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate
            """;

    @Test
    void isWhereItIsMounted() {
        assertThat(Hierarchy.of(UNIFIED, "0::/user.slice/a.scope/main\n"))
                .contains(new Hierarchy(Path.of("/sys/fs/cgroup"), Path.of("/sys/fs/cgroup/user.slice/a.scope/main")));
    }

    @Test
    void isFoundBesideThoseOfVersion1() {
        String mountinfo = """
                39 31 0:36 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids
                41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
                """;
        assertThat(Hierarchy.of(mountinfo, "8:pids:/x\n1:name=systemd:/y\n0::/\n"))
                .contains(new Hierarchy(Path.of("/sys/fs/cgroup/unified"), Path.of("/sys/fs/cgroup/unified")));
    }

    @Test
    void isNotThereWithoutAMountOrAGroup() {
        assertThat(Hierarchy.of(UNIFIED, "8:pids:/x\n")).isEmpty();
        assertThat(Hierarchy.of("24 30 0:22 / /proc rw - proc proc rw\n", "0::/\n"))
                .isEmpty();
        assertThat(Hierarchy.of("", "")).isEmpty();
        assertThat(Hierarchy.of("broken - cgroup2\n", "0::/\n")).isEmpty();
    }

    @Test
    void takesAPathFromTheRootOfAMountThatShowsAPartOnly() {
        String part = "35 24 0:29 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup2 rw\n";
        assertThat(Hierarchy.of(part, "0::/docker/abc/x\n"))
                .contains(new Hierarchy(Path.of("/sys/fs/cgroup"), Path.of("/sys/fs/cgroup/x")));
        assertThat(Hierarchy.of(part, "0::/docker/abcd\n")).isEmpty();
        assertThat(Hierarchy.of(part, "0::/\n")).isEmpty();
    }

    @Test
    void isNotSeenFromOutsideOfItsNamespace() {
        assertThat(Hierarchy.of(UNIFIED, "0::/../other\n")).isEmpty();
        assertThat(Hierarchy.of(UNIFIED, "0::/..\n")).isEmpty();
        assertThat(Hierarchy.of(UNIFIED, "0::/..x\n")).isPresent();
    }

    @Test
    void hasSpacesInItsMountPointEscaped() {
        assertThat(Hierarchy.of("35 24 0:29 / /my\\040groups rw - cgroup2 cgroup2 rw\n", "0::/a\n"))
                .contains(new Hierarchy(Path.of("/my groups"), Path.of("/my groups/a")));
    }

    @Test
    void leadsUpwardsToTheMountPointAndNoFurther() {
        Hierarchy hierarchy = new Hierarchy(Path.of("/sys/fs/cgroup"), Path.of("/sys/fs/cgroup/a/b"));
        assertThat(hierarchy.upwards())
                .isEqualTo(
                        List.of(Path.of("/sys/fs/cgroup/a/b"), Path.of("/sys/fs/cgroup/a"), Path.of("/sys/fs/cgroup")));
    }
}
