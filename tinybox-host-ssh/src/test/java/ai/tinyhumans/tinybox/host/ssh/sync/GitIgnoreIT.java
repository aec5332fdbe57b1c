package ai.tinyhumans.tinybox.host.ssh.sync;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.spec.Text;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules beside the real {@code git check-ignore}, on files and trees made of a seed. */
@Requires(Facility.GIT)
class GitIgnoreIT {

    private static final int ROUNDS = 150;
    private static final int LINES = 4;
    private static final int PATHS = 60;

    private static final String[] PIECES = {
        "a",
        "b",
        "ab",
        "c",
        ".",
        "-",
        "*",
        "**",
        "***",
        "?",
        "/",
        "/",
        "/",
        "**/",
        "/**",
        "[ab]",
        "[!a]",
        "[^b]",
        "[a-c]",
        "[]a]",
        "[a",
        "[[:alpha:]]",
        "[[:nope:]]",
        "[:a]",
        "[a-]",
        "[\\]a]",
        "[a/]",
        "\\a",
        "\\*",
        "\\",
        "!",
        "#",
        " ",
        "\\ ",
        "\t",
        "\u00e9",
        "\udcff",
        "{a,b}"
    };

    private static final String[] NAMES = {
        "a", "b", "ab", "abc", "c", "aab", "ba", ".", "a b", "a ", "*", "[a", "-", "a\\", "\u00e9", "\udcff", "{a,b}",
        "!", "#a", "]"
    };

    @TempDir
    Path repository;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void agreesWithGitOnAnythingARandomHandWrites(long seed) throws IOException, InterruptedException {
        git(new byte[0], "init", "-q");
        Random random = new Random(seed);
        int ignored = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] file = Text.encode(String.join("\n", some(random, LINES, PIECES, 6)));
            List<String> paths = paths(random);
            Files.write(repository.resolve(".gitignore"), file);
            Set<String> byGit = ignoredByGit(paths);
            assertThat(ignoredByUs(List.of(file), paths))
                    .as("seed " + seed + ", ignore file <" + Text.printable(Text.decode(file)) + ">")
                    .isEqualTo(byGit);
            ignored += byGit.size();
        }
        assertThat(ignored).isGreaterThan(ROUNDS);
    }

    @Test
    void agreesWithGitOnWhatPeopleWrite() throws IOException, InterruptedException {
        git(new byte[0], "init", "-q");
        byte[] file =
                Text.encode("# build\n/target/\n*.class\n!Keep.class\nnode_modules\n**/dist/*.js\n!/dist/main.js\n"
                        + "docs/**/*.pdf\n.idea/\n*.log\r\nfoo/**\n!foo/bar\n*~\n.DS_Store");
        Files.write(repository.resolve(".gitignore"), file);
        List<String> paths = List.of(
                "target/a",
                "src/target/a",
                "A.class",
                "x/Keep.class",
                "a/node_modules/b/c",
                "dist/main.js",
                "x/dist/other.js",
                "docs/a.pdf",
                "docs/x/y/a.pdf",
                ".idea/x",
                "a.log",
                "foo/bar/baz",
                "foo/x",
                "f~");
        assertThat(ignoredByUs(List.of(file), paths))
                .isEqualTo(ignoredByGit(paths))
                .hasSizeGreaterThan(8);
    }

    /** Git reads {@code .git/info/exclude} before {@code .gitignore}, as a sync reads the latter before {@code .boxignore}. */
    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void agreesWithGitOnWhichOfTwoFilesWins(long seed) throws IOException, InterruptedException {
        git(new byte[0], "init", "-q");
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS / 3; round++) {
            byte[] first = Text.encode(String.join("\n", some(random, LINES, PIECES, 4)));
            byte[] second = Text.encode(String.join("\n", some(random, LINES, PIECES, 4)));
            List<String> paths = paths(random);
            Files.write(repository.resolve(".git/info/exclude"), first);
            Files.write(repository.resolve(".gitignore"), second);
            assertThat(ignoredByUs(List.of(first, second), paths)).isEqualTo(ignoredByGit(paths));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23})
    void agreesWithGitOnATreeOfFiles(long seed, @TempDir Path tree) throws IOException, InterruptedException {
        git(new byte[0], "init", "-q");
        Random random = new Random(seed);
        for (String path : paths(random)) {
            Path file = Text.toPath(Text.ofPath(tree) + "/" + path);
            try {
                Files.createDirectories(file.getParent());
                Files.createFile(file);
            } catch (FileSystemException isADirectoryOrBelowAFile) {
                // the tree has one of the two
            }
        }
        int kept = 0;
        for (int round = 0; round < ROUNDS / 3; round++) {
            Files.write(tree.resolve(".gitignore"), Text.encode(String.join("\n", some(random, LINES, PIECES, 4))));
            String listed = Text.decode(
                    git(new byte[0], "--work-tree=" + tree, "ls-files", "-z", "--others", "--exclude-standard"));
            Set<String> byGit = new TreeSet<>(Arrays.asList(listed.split("\0", -1)));
            byGit.remove("");
            Set<String> byUs = Tree.scan(tree, SyncLimits.DEFAULT).stream()
                    .map(file -> Text.decode(file.path().getBytes(StandardCharsets.ISO_8859_1)))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(byUs).as("seed " + seed + ", round " + round).isEqualTo(byGit);
            kept += byUs.size();
        }
        assertThat(kept).isGreaterThan(ROUNDS);
    }

    private static List<String> some(Random random, int count, String[] pieces, int most) {
        List<String> made = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            StringBuilder one = new StringBuilder();
            for (int n = 1 + random.nextInt(most); n > 0; n--) {
                one.append(pieces[random.nextInt(pieces.length)]);
            }
            made.add(one.toString());
        }
        return made;
    }

    private static List<String> paths(Random random) {
        Set<String> paths = new TreeSet<>();
        while (paths.size() < PATHS) {
            String path = random.ints(1 + random.nextInt(4), 0, NAMES.length)
                    .mapToObj(i -> NAMES[i])
                    .collect(Collectors.joining("/"));
            if (!Arrays.asList(path.split("/")).contains(".")) {
                paths.add(path);
            }
        }
        return List.copyOf(paths);
    }

    private static Set<String> ignoredByUs(List<byte[]> files, List<String> paths) {
        IgnoreRules rules = IgnoreRules.of(files);
        return paths.stream()
                .filter(path -> IgnoreRulesTest.ignoresFile(rules, Text.encode(path)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Set<String> ignoredByGit(List<String> paths) throws IOException, InterruptedException {
        ByteArrayOutputStream asked = new ByteArrayOutputStream();
        for (String path : paths) {
            asked.writeBytes(Text.encode(path + '\0'));
        }
        String answer = Text.decode(git(asked.toByteArray(), "check-ignore", "--no-index", "-z", "--stdin"));
        Set<String> ignored = new TreeSet<>(Arrays.asList(answer.split("\0", -1)));
        ignored.remove("");
        return ignored;
    }

    private byte[] git(byte[] input, String... arguments) throws IOException, InterruptedException {
        List<String> argv = new ArrayList<>(List.of("git"));
        argv.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(argv).directory(repository.toFile());
        builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
        builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
        Process git = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (OutputStream out = git.getOutputStream()) {
            out.write(input);
        }
        byte[] output = git.getInputStream().readAllBytes();
        assertThat(git.waitFor()).as(new String(output, StandardCharsets.UTF_8)).isLessThanOrEqualTo(1);
        return output;
    }
}
