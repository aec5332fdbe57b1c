package ai.tinyhumans.tinybox.host.ssh.sync;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.spec.Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The cases where ports of Git's rules are known to differ from Git. */
class IgnoreRulesTest {

    private static Rules rules(String... lines) {
        return new Rules(List.of(Text.encode(String.join("\n", lines))));
    }

    /** Rules and what they say of files. */
    private record Rules(List<byte[]> files) {

        Rules then(String... lines) {
            List<byte[]> both = new ArrayList<>(files);
            both.add(Text.encode(String.join("\n", lines)));
            return new Rules(both);
        }

        Rules ignore(String... paths) {
            assertThat(paths).allMatch(this::ignores);
            return this;
        }

        Rules keep(String... paths) {
            assertThat(paths).noneMatch(this::ignores);
            return this;
        }

        private boolean ignores(String path) {
            return ignoresFile(IgnoreRules.of(files), Text.encode(path));
        }
    }

    /** As the scan does: from the root down, until a directory is ignored. */
    static boolean ignoresFile(IgnoreRules rules, byte[] path) {
        for (int i = 0; i < path.length; i++) {
            if (path[i] == '/' && rules.ignores(Arrays.copyOf(path, i), true)) {
                return true;
            }
        }
        return rules.ignores(path, false);
    }

    @Test
    void twoStarsAloneIgnoreEverything() { // B110
        rules("**").ignore("foo", "a/b");
    }

    @Test
    void anAnchoredLineBringsOneDirectoryBack() { // B111
        rules("build/", "!/some_dir/build/")
                .ignore("build/x", "other/build/y", "some_dir/deep/build/z")
                .keep("some_dir/build/foo");
    }

    @Test
    void filesOfTheRootAloneCanBeIgnored() { // B112
        rules("/*", "!/*/").ignore("README.md").keep("sub/file", "sub/d/e");
    }

    @Test
    void trailingBlanksGoUnlessEscapedAndTabsStay() { // B114
        rules("node_modules/   ", "foo\\ ", "t\t")
                .ignore("node_modules/a", "foo ", "t\t")
                .keep("foo", "t");
    }

    @Test
    void anAnchoredLineLeavesADeeperNamesake() { // B115
        rules("/test/", "doc/frotz").ignore("test/a", "doc/frotz").keep("src/test/b", "a2/doc/frotz");
    }

    @Test
    void aSetNeverMatchesASlash() { // B116
        rules("foo[/]bar", "a[^x]b").keep("foo/bar", "a/b").ignore("azb");
    }

    @Test
    void aLineBringsBackWithAndWithoutASlashAtItsEnd() { // B117
        rules("parent/*", "!parent/child1", "!parent/child2/", "build*", "!buildtools")
                .keep("parent/child1/f", "parent/child2/f", "buildtools/t")
                .ignore("parent/force.txt", "build/foo", "build-64/foo");
    }

    @Test
    void oneBadLineDoesNotDisableTheRest() { // B118
        rules("[", "public/assets").ignore("public/assets/a").keep("[");
    }

    @Test
    void theSecondFileBringsBackWhatIsNotBelowAnIgnoredDirectory() { // B119
        rules("logs/").then("!logs/keep.txt").ignore("logs/keep.txt");
        rules("logs/*").then("!logs/keep.txt").keep("logs/keep.txt");
        rules(".env").then("!.env").keep(".env");
    }

    @Test
    void listsOfWhatIsAllowedWork() { // B120
        rules("/*/", "!/foo/").keep("foo/bar.js", "top").ignore("baz/q");
        rules("*", "!a.allow", "!**/a.allow").keep("a.allow").ignore("nested/a.allow", "x");
        rules("foo*", "!foobar").keep("foobar", "other").ignore("foo1");
    }

    @Test
    void theSecondFileFollowsGitAndNotDocker() { // B121
        rules().then("docs", "!docs/readme.md", "node_modules").ignore("docs/readme.md", "a/node_modules/x");
    }

    @Test
    void escapesMarksAndBytesAreReadAsGitReadsThem() { // B122
        rules(
                        "\uFEFF*.bak",
                        "\\#a",
                        "#b",
                        "\\!c",
                        "foo\\",
                        "*.tmp\r",
                        "a?b",
                        "*.{js,ts}",
                        "*.LOG",
                        "[[:digit:]]x",
                        "./q")
                .ignore("#a", "!c", "a.tmp", "a.bak", "axb", "a.{js,ts}", "A.LOG", "1x")
                .keep("#b", "foo\\", "a/b", "a\u00e9b", "a.js", "a.log", "q");
    }

    @Test
    void twoStarsAfterALiteralCrossDirectoriesAsInGitItself() { // B123
        rules("rules/a**/b.md").ignore("rules/a/x/b.md", "rules/ax/b.md");
    }

    @Test
    void gitsOwnDirectoryIsNoPartOfTheTreeUnlessBroughtBack() {
        rules().ignore(".git/config", "sub/.git/config").keep(".gitignore");
        rules().then("!.git").keep(".git/config");
    }

    @Test
    void aPatternOfManyStarsTakesNoLongerThanItsLength() {
        rules("*a".repeat(500) + "b").keep("a".repeat(200));
    }
}
