package ai.tinyhumans.tinybox.spec;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.tinyhumans.tinybox.error.ErrorCode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GrantsTest {

    @Test
    void addsToWhatWasGranted() {
        Grants grants = Grants.NONE
                .readOnly("/b", "/a")
                .readOnly("/c")
                .writable("/w")
                .denyRead("/a/keys")
                .protect(".git/hooks", ".bashrc");
        assertThat(grants.readOnly()).extracting(HostPath::value).containsExactly("/a", "/b", "/c");
        assertThat(grants.writable()).containsExactly(new HostPath("/w"));
        assertThat(grants.denyRead()).containsExactly(new HostPath("/a/keys"));
        assertThat(grants.protectedPaths())
                .extracting(WorkspacePath::toString)
                .containsExactly(".git/hooks", ".bashrc");
        assertThat(grants.isEmpty()).isFalse();
        assertThat(Grants.NONE.isEmpty()).isTrue();
    }

    @Test
    void refusesThatWhichMeansEverything() {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> Grants.NONE.readOnly("/"));
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> Grants.NONE.writable("//"));
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> Grants.NONE.denyRead("/./"));
        assertRefused(
                ErrorCode.ARGUMENT_INVALID,
                () -> new Grants(new TreeSet<>(), new TreeSet<>(), new TreeSet<>(), Set.of(WorkspacePath.ROOT)));
    }

    @Test
    void refusesAPathInTwoLists() {
        assertRefused(
                        ErrorCode.ARGUMENT_INVALID,
                        () -> Grants.NONE.readOnly("/a").writable("/a/"))
                .hasMessageContaining("'/a' stands in two lists");
        assertRefused(
                ErrorCode.ARGUMENT_INVALID, () -> Grants.NONE.readOnly("/a").denyRead("/a"));
        assertRefused(
                ErrorCode.ARGUMENT_INVALID, () -> Grants.NONE.writable("/a").denyRead("/a"));
    }

    @Test
    void keepsItsOwnCopies() {
        Set<WorkspacePath> mine = new HashSet<>(List.of(WorkspacePath.parse("a")));
        Grants grants = new Grants(new TreeSet<>(), new TreeSet<>(), new TreeSet<>(), mine);
        mine.clear();
        assertThat(grants.protectedPaths()).hasSize(1);
        assertThatThrownBy(() -> grants.readOnly().add(HostPath.ROOT))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> grants.protectedPaths().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @ParameterizedTest
    @CsvSource({"/,/", "//,/", "/a/,/a", "//a/./b//c,/a/b/c", "/..a,/..a", "/a b,/a b"})
    void writesAHostPathInOneWay(String given, String value) {
        assertThat(new HostPath(given).value()).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "./a", "/..", "/a/../b", "/a\0b", "/a\ud800"})
    void refusesAHostPathThatIsNotOne(String path) {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> new HostPath(path));
    }

    @ParameterizedTest
    @CsvSource({"/,/a,true", "/a,/a,true", "/a,/a/b,true", "/a,/ab,false", "/a/b,/a,false"})
    void aHostPathHoldsWhatIsBelowIt(String above, String below, boolean holds) {
        assertThat(new HostPath(above).contains(new HostPath(below))).isEqualTo(holds);
    }

    @Test
    void leadsToAPlaceOfTheWorkspace() {
        assertThat(new HostPath("/w").resolve(WorkspacePath.parse("a/b"))).hasToString("/w/a/b");
        assertThat(HostPath.ROOT.resolve(WorkspacePath.parse("a"))).hasToString("/a");
    }
}
