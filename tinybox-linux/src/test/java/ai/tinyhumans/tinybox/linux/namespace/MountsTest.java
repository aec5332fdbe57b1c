package ai.tinyhumans.tinybox.linux.namespace;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spi.Footing;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MountsTest {

    private static final HostPath WORKSPACE = new HostPath("/home/me/project");

    private static SortedSet<HostPath> paths(String... paths) {
        SortedSet<HostPath> set = new TreeSet<>();
        set.addAll(Stream.of(paths).map(HostPath::new).toList());
        return set;
    }

    /** All that is protected is there. */
    private static Existing keeping(Grants grants) {
        SortedSet<HostPath> kept = new TreeSet<>();
        grants.protectedPaths().forEach(path -> kept.add(WORKSPACE.resolve(path)));
        return new Existing(paths(), paths(), kept, paths());
    }

    private static List<String> options(Grants grants) {
        return Mounts.of(WORKSPACE, grants, keeping(grants)).options();
    }

    @Test
    void bindsTheWorkspaceAlone() {
        assertThat(options(Grants.NONE)).containsExactly("--bind", "/home/me/project", "/workspace");
    }

    @Test
    void bindsWhatHoldsAnotherFirst() {
        assertThat(options(Grants.NONE.readOnly("/opt/b", "/opt/a/x").writable("/opt", "/opt/a")))
                .containsExactly(
                        "--bind",
                        "/opt",
                        "/opt",
                        "--bind",
                        "/opt/a",
                        "/opt/a",
                        "--ro-bind",
                        "/opt/a/x",
                        "/opt/a/x",
                        "--ro-bind",
                        "/opt/b",
                        "/opt/b",
                        "--bind",
                        "/home/me/project",
                        "/workspace");
    }

    @Test
    void keepsWhatIsProtectedAndEveryDirectoryAboveIt() {
        assertThat(options(Grants.NONE.protect(".git/hooks/pre-commit", ".bashrc")))
                .containsExactly(
                        "--bind",
                        "/home/me/project",
                        "/workspace",
                        "--ro-bind",
                        "/home/me/project/.bashrc",
                        "/workspace/.bashrc",
                        "--bind",
                        "/home/me/project/.git",
                        "/workspace/.git",
                        "--bind",
                        "/home/me/project/.git/hooks",
                        "/workspace/.git/hooks",
                        "--ro-bind",
                        "/home/me/project/.git/hooks/pre-commit",
                        "/workspace/.git/hooks/pre-commit");
    }

    @Test
    void keepsItUnderItsOtherNamesAsWell() {
        assertThat(options(Grants.NONE.writable("/home/me").protect("x/y")))
                .containsExactly(
                        "--bind",
                        "/home/me",
                        "/home/me",
                        "--bind",
                        "/home/me/project",
                        "/home/me/project",
                        "--bind",
                        "/home/me/project/x",
                        "/home/me/project/x",
                        "--ro-bind",
                        "/home/me/project/x/y",
                        "/home/me/project/x/y",
                        "--bind",
                        "/home/me/project",
                        "/workspace",
                        "--bind",
                        "/home/me/project/x",
                        "/workspace/x",
                        "--ro-bind",
                        "/home/me/project/x/y",
                        "/workspace/x/y");
    }

    @Test
    void masksWhatIsDeniedByWhatItIs() {
        Grants grants = Grants.NONE.readOnly("/data").denyRead("/data/a/keys", "/home/me/project/.env", "/data/absent");
        Existing denied = new Existing(paths("/data/a/keys"), paths("/home/me/project/.env"), paths(), paths());
        assertThat(Mounts.of(WORKSPACE, grants, denied).options())
                .containsExactly(
                        "--ro-bind",
                        "/data",
                        "/data",
                        "--perms",
                        "0000",
                        "--tmpfs",
                        "/data/a/keys",
                        "--remount-ro",
                        "/data/a/keys",
                        "--bind",
                        "/home/me/project",
                        "/workspace",
                        "--ro-bind",
                        "/dev/null",
                        "/workspace/.env");
    }

    @Test
    void opensNothingAgainThatLiesInSomethingKeptOrReadOnly() {
        assertThat(options(Grants.NONE.protect(".git/hooks/x", ".git")))
                .containsExactly(
                        "--bind",
                        "/home/me/project",
                        "/workspace",
                        "--ro-bind",
                        "/home/me/project/.git",
                        "/workspace/.git",
                        "--ro-bind",
                        "/home/me/project/.git/hooks/x",
                        "/workspace/.git/hooks/x");
        Existing denied = new Existing(paths("/data/ro/a/key"), paths(), paths(), paths());
        Grants grants = Grants.NONE.writable("/data").readOnly("/data/ro").denyRead("/data/ro/a/key");
        assertThat(Mounts.of(WORKSPACE, grants, denied).options()).doesNotContain("/data/ro/a");
    }

    @Test
    void masksNothingABoxCannotReachAnyway() {
        Existing denied = new Existing(paths("/root/.ssh"), paths(), paths(), paths());
        assertThat(Mounts.of(WORKSPACE, Grants.NONE.denyRead("/root/.ssh"), denied)
                        .options())
                .containsExactly("--bind", "/home/me/project", "/workspace");
    }

    @Test
    void standsOnWhatItBindsAndOnEveryPlaceItMountsOver() {
        Grants grants = Grants.NONE.readOnly("/data").denyRead("/data/a/keys").protect(".git/hooks");
        SortedSet<HostPath> hooks = paths("/home/me/project/.git/hooks");
        Footing footing = Mounts.of(WORKSPACE, grants, new Existing(paths("/data/a/keys"), paths(), hooks, paths()))
                .footing();
        assertThat(footing.same()).isEqualTo(paths("/home/me/project", "/data"));
        assertThat(footing.untouched())
                .isEqualTo(paths("/data/a", "/data/a/keys", "/home/me/project/.git", "/home/me/project/.git/hooks"));
    }

    @Test
    void standsOnTheWayFromOneGrantToAnotherInIt() {
        Footing footing = Mounts.of(WORKSPACE, Grants.NONE.writable("/data").readOnly("/data/a/b"), Existing.NOTHING)
                .footing();
        assertThat(footing.same()).isEqualTo(paths("/home/me/project", "/data", "/data/a/b"));
        assertThat(footing.untouched()).isEqualTo(paths("/data/a", "/data/a/b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/proc", "/proc/1", "/dev", "/dev/kvm", "/workspace", "/workspace/x"})
    void grantsNothingABoxHasOfItsOwn(String path) {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> options(Grants.NONE.readOnly(path)))
                .hasMessageContaining("'" + path + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/home/me/project", "/home/me", "/usr", "/usr/bin/python3", "/etc/passwd", "/data"})
    void deniesNothingTheBoxIsMadeOf(String path) {
        Grants grants = Grants.NONE.readOnly("/data/shared").denyRead(path);
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> options(grants)).hasMessageContaining("'" + path + "'");
    }
}
