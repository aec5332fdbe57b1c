package ai.tinyhumans.tinybox.linux.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories with the files that the kernel gives a group stand for groups. */
class DelegationTest {

    @TempDir
    private Path root;

    private Path group(String name, String controllers, String given, String processes) throws IOException {
        Path group = Files.createDirectories(root.resolve(name));
        Files.writeString(group.resolve("cgroup.controllers"), controllers + "\n");
        Files.writeString(group.resolve("cgroup.subtree_control"), given + "\n");
        Files.writeString(group.resolve("cgroup.procs"), processes);
        Files.writeString(group.resolve("cgroup.type"), "domain\n");
        return group;
    }

    @Test
    void isTheNearestGroupThatGivesControllers() throws IOException {
        Path outer = group("a", "cpu memory pids", "cpu memory pids", "");
        Path own = group("a/main", "cpu memory pids", "", "4711\n");
        Delegation found = Delegation.among(List.of(own, outer));
        assertThat(found.group()).isEqualTo(Optional.of(new Group(outer)));
        assertThat(found.controllers()).isEqualTo(Set.of(Controller.CPU, Controller.MEMORY, Controller.PIDS));
        assertThat(found.obstacles()).singleElement().asString().contains("a/main", "processes are in it");
    }

    @Test
    void givesTheControllersThatThereAre() throws IOException {
        Path group = group("a", "hugetlb pids", "", "");
        assertThat(Delegation.among(List.of(group)).controllers()).isEqualTo(Set.of(Controller.PIDS));
        assertThat(group.resolve("cgroup.subtree_control")).hasContent("+pids");
    }

    @Test
    void mayHaveProcessesIfItIsTheRootOfAll() throws IOException {
        Path group = group("a", "pids", "pids", "1\n");
        Files.delete(group.resolve("cgroup.type"));
        assertThat(Delegation.among(List.of(group)).group()).isPresent();
    }

    @Test
    void isNoneForThreads() throws IOException {
        Path group = group("a", "pids", "pids", "");
        Files.writeString(group.resolve("cgroup.type"), "domain threaded\n");
        assertThat(Delegation.among(List.of(group)).obstacles())
                .singleElement()
                .asString()
                .contains("domain threaded");
    }

    @Test
    void isNoneWithoutControllers() throws IOException {
        Delegation found = Delegation.among(List.of(group("a", "hugetlb", "", "")));
        assertThat(found.group()).isEmpty();
        assertThat(found.obstacles()).singleElement().asString().contains("none of the controllers");
    }

    @Test
    @Requires(Facility.UNPRIVILEGED)
    void isNoneThatMayNotBeWritten() throws IOException {
        Path group = group("a", "pids", "pids", "");
        Files.setPosixFilePermissions(group, PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            assertThat(Delegation.among(List.of(group)).obstacles())
                    .singleElement()
                    .asString()
                    .contains("may not be written");
        } finally {
            Files.setPosixFilePermissions(group, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    @Test
    void isNoneThatIsNoGroup() {
        assertThat(Delegation.among(List.of(root.resolve("missing"))).group()).isEmpty();
        assertThat(Delegation.among(List.of()).obstacles()).isEmpty();
    }

    @Test
    void leavesToSystemdWhatIsAboveTheUnit() {
        assertThat(Delegation.withinUnit(paths(
                        "/c/u.slice/a.scope/b/main", "/c/u.slice/a.scope/b", "/c/u.slice/a.scope", "/c/u.slice", "/c")))
                .isEqualTo(paths("/c/u.slice/a.scope/b/main", "/c/u.slice/a.scope/b", "/c/u.slice/a.scope"));
        assertThat(Delegation.withinUnit(paths("/c/s.slice/a.service", "/c/s.slice", "/c")))
                .isEqualTo(paths("/c/s.slice/a.service"));
    }

    private static List<Path> paths(String... paths) {
        return List.of(paths).stream().map(Path::of).toList();
    }
}
