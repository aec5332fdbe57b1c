package ai.tinyhumans.tinybox.testkit;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.BoxFiles;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.capability.Capability;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.capability.SnapshotSupport;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.spi.FileStat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workspace files of a passthrough box, whichever its host, and the ways out of a workspace that lead nowhere. */
@Timeout(300)
public abstract class FilesContract extends SandboxFixture {

    @TempDir
    private Path outside;

    /** The box whose files are looked at. */
    protected Box box;

    /** Its files. */
    protected BoxFiles files;

    /** How often a file is reached while a link is swapped. */
    protected abstract int attempts();

    /** What a program that swaps directories does between two swaps, so that sometimes an operation fits in. */
    protected String rest() {
        return ":";
    }

    @Override
    protected SandboxCapabilities declared() {
        return new SandboxCapabilities(IsolationLevel.NONE, SnapshotSupport.NONE, Set.of(Capability.DETACH), Map.of());
    }

    @BeforeEach
    void openFiles() throws InterruptedException {
        box = create();
        files = box.files();
    }

    @AfterEach
    void closeFiles() throws IOException {
        files.close();
        removeLinks();
    }

    /** JUnit warns of each link that leads out of a directory it removes. */
    private void removeLinks() throws IOException {
        try (Stream<Path> all = Files.walk(workspace)) {
            for (Path link : all.filter(Files::isSymbolicLink).toList()) {
                Files.delete(link);
            }
        }
    }

    private ExecResult exec(String... argv) throws InterruptedException {
        return box.exec(Command.of(argv));
    }

    /** Runs a shell script to its end. */
    protected final ExecResult run(String script) throws InterruptedException {
        return exec("sh", "-c", script);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String read(String path) {
        return new String(files.read(path), StandardCharsets.UTF_8);
    }

    private void link(String name, String target) throws IOException {
        Files.createSymbolicLink(workspace.resolve(name), Path.of(target));
    }

    @ParameterizedTest // B099
    @ValueSource(
            strings = {"", ".", "..", "../x", "a/../../x", "/etc/passwd", "a/..", "x\0y", "a/../x", "./..", "/", "//"})
    void refuseAPathThatLeavesTheWorkspaceOrNamesNoFile(String path) {
        assertRefused(ErrorCode.FILE_PATH_INVALID, () -> files.write(path, bytes("x")));
        assertRefused(ErrorCode.FILE_PATH_INVALID, () -> files.read(path));
        assertRefused(ErrorCode.FILE_PATH_INVALID, () -> files.remove(path));
        assertThat(workspace).isEmptyDirectory();
    }

    @Test // B099
    void refuseANeighbourWhoseNameBeginsLikeTheWorkspaces() {
        String evil = workspace.getFileName() + "-evil/x";
        assertRefused(ErrorCode.FILE_PATH_INVALID, () -> files.write("../" + evil, bytes("x")));
        assertRefused(ErrorCode.FILE_PATH_INVALID, () -> files.write(workspace + "-evil/x", bytes("x")));
        assertThat(workspace.resolveSibling(workspace.getFileName() + "-evil")).doesNotExist();
    }

    @ParameterizedTest // B099
    @ValueSource(strings = {"a//b", "./a/b", "a/./b", "a/b/", "a/b"})
    void readAPathByOneRule(String path) {
        files.write(path, bytes("same"));
        assertThat(workspace.resolve("a/b")).hasContent("same");
        assertThat(read(path)).isEqualTo("same");
    }

    @ParameterizedTest // B099
    @ValueSource(strings = {"..a", "a..b", "...", "a\\b", "C:x", "-rf", "a\nb", "\u00e9", "\udcff"})
    void takeAnyOtherNameAsItIs(String name) throws InterruptedException {
        files.write(name, bytes("plain"));
        assertThat(exec("cat", "--", name).stdoutText()).isEqualTo("plain");
        assertThat(files.list()).extracting(FileStat::name).containsExactly(name);
        files.remove(name);
        assertThat(files.list()).isEmpty();
    }

    @ParameterizedTest // B100
    @ValueSource(strings = {"absolute", "relative", "chain", "dangling", "inside"})
    void neverFollowALinkToADirectory(String name) throws IOException {
        Files.createDirectory(workspace.resolve("real"));
        link("absolute", outside.toString());
        link("relative", workspace.relativize(outside).toString());
        link("chain", "absolute");
        link("dangling", outside.resolve("none").toString());
        link("inside", "real");
        for (String below : new String[] {"/f", "/a/b/f"}) {
            assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> files.write(name + below, bytes("x")));
            assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> files.read(name + below));
            assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> files.mkdir(name + below));
            assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> files.remove(name + below));
            assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> files.stat(name + below));
        }
        assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> files.list(name));
        assertThat(outside).isEmptyDirectory();
        assertThat(workspace.resolve("real")).isEmptyDirectory();
    }

    @Test // B101
    void replaceALinkInsteadOfWritingThroughIt() throws IOException {
        Path target = Files.writeString(outside.resolve("t"), "old");
        link("f", target.toString());
        assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> files.read("f"));
        files.write("f", bytes("new"));
        assertThat(target).hasContent("old");
        assertThat(workspace.resolve("f")).isRegularFile().hasContent("new");
        assertThat(Files.isSymbolicLink(workspace.resolve("f"))).isFalse();
    }

    @Test // B102
    void breakAHardLinkInsteadOfWritingThroughIt() throws IOException {
        Path target = Files.writeString(outside.resolve("t"), "old");
        Files.createLink(workspace.resolve("f"), target);
        files.write("f", bytes("new"));
        assertThat(target).hasContent("old");
        assertThat(workspace.resolve("f")).hasContent("new");
    }

    @Test // B067
    void areNotLedOutsideByALinkThatIsSwappedMeanwhile() throws Exception {
        Files.writeString(outside.resolve("f"), "secret");
        Files.createDirectory(workspace.resolve("d"));
        files.write("d/f", bytes("mine"));
        link("l", outside.toString());
        int done = 0;
        int refused = 0;
        try (Execution swapping = box.start(
                Command.of("sh", "-c", "while :; do mv d r; mv -T l d; mv -T d l; mv r d; " + rest() + "; done"))) {
            for (int i = 0; i < attempts() || done == 0 || refused == 0; i++) {
                try {
                    if (i % 2 == 0) {
                        files.write("d/f", bytes("mine"));
                    } else {
                        assertThat(read("d/f")).isEqualTo("mine");
                    }
                    done++;
                } catch (TinyboxException e) {
                    assertThat(e.code()).isIn(ErrorCode.FILE_WRONG_TYPE, ErrorCode.FILE_NOT_FOUND);
                    refused++;
                }
            }
            assertThat(swapping.isOver()).isFalse();
        }
        assertThat(done).isPositive();
        assertThat(refused).isPositive();
        assertThat(outside.resolve("f")).hasContent("secret");
        try (var entries = Files.list(outside)) {
            assertThat(entries.collect(Collectors.toList())).hasSize(1);
        }
    }

    @Test
    void neverWaitForANamedPipe() throws InterruptedException {
        run("mkfifo pipe");
        assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> files.read("pipe"));
        assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> files.write("pipe", bytes("x")));
        assertThat(files.stat("pipe").type()).isEqualTo(FileStat.Type.OTHER);
        files.remove("pipe");
        assertThat(files.list()).isEmpty();
    }

    @Test
    void areListedInOrderWithTypeAndSizeAndMode() throws InterruptedException {
        run("printf 123 > b; chmod 640 b; mkdir -m 750 c; ln -s nowhere a; : > \"$(printf 'n\\nl')\"");
        assertThat(files.list()).extracting(FileStat::name).containsExactly("a", "b", "c", "n\nl");
        assertThat(files.list())
                .extracting(FileStat::type)
                .containsExactly(FileStat.Type.LINK, FileStat.Type.FILE, FileStat.Type.DIRECTORY, FileStat.Type.FILE);
        assertThat(files.stat("b").size()).isEqualTo(3);
        assertThat(files.stat("b").mode()).isEqualTo(0640);
        assertThat(files.stat("c").mode()).isEqualTo(0750);
        assertThat(files.list("c")).isEmpty();
    }

    @Test
    void sayWhatIsMissingOrOfAnotherType() {
        files.write("f", bytes("x"));
        files.mkdir("d/e");
        files.mkdir("d/e");
        assertRefused(ErrorCode.FILE_NOT_FOUND, () -> files.read("none")).hasMessageContaining("'none'");
        assertRefused(ErrorCode.FILE_NOT_FOUND, () -> files.stat("d/none"));
        assertRefused(ErrorCode.FILE_NOT_FOUND, () -> files.remove("none"));
        assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> files.read("d"));
        assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> files.read("f/x"));
        assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> files.list("f"));
        assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> files.write("d", bytes("x")));
        assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> files.mkdir("f"));
    }

    @Test
    void areReadPieceByPieceIfTheyAreTooLargeForOne() throws Exception {
        run("truncate -s " + (BoxFiles.MAX_READ.bytes() + 1) + " large");
        assertRefused(ErrorCode.FILE_TOO_LARGE, () -> files.read("large"));
        try (InputStream in = files.open("large")) {
            assertThat(in.skip(BoxFiles.MAX_READ.bytes())).isEqualTo(BoxFiles.MAX_READ.bytes());
            assertThat(in.read()).isZero();
            assertThat(in.read()).isEqualTo(-1);
        }
    }

    @Test
    void reachNothingOnceTheyAreClosed() throws Exception {
        files.write("f", bytes("x"));
        InputStream in = files.open("f");
        files.close();
        try (BoxFiles others = box.files()) { // they may have been given what the closed ones had
            files.close();
            assertThat(others.list()).hasSize(1);
            assertRefused(ErrorCode.HANDLE_CLOSED, files::list);
            assertRefused(ErrorCode.HANDLE_CLOSED, () -> files.stat("f"));
            assertRefused(ErrorCode.HANDLE_CLOSED, () -> files.read("f"));
            assertRefused(ErrorCode.HANDLE_CLOSED, () -> files.write("f", bytes("y")));
            assertRefused(ErrorCode.HANDLE_CLOSED, () -> files.mkdir("d"));
            assertRefused(ErrorCode.HANDLE_CLOSED, () -> files.remove("f"));
        }
        assertThat(in.readAllBytes()).asString().isEqualTo("x");
        in.close();
        assertThatThrownBy(in::read).isInstanceOf(IOException.class);
        assertThat(workspace.resolve("f")).hasContent("x");
    }

    @Test
    void stayThoseOfTheDirectoryThatWasOpened() throws IOException {
        files.write("f", bytes("x"));
        Path moved = workspace.resolveSibling(workspace.getFileName() + "-moved");
        Files.move(workspace, moved);
        try {
            Files.createSymbolicLink(workspace, outside);
            assertThat(read("f")).isEqualTo("x");
            files.write("g", bytes("y"));
            assertThat(outside).isEmptyDirectory();
            assertThat(moved.resolve("g")).hasContent("y");
        } finally {
            Files.delete(workspace);
            Files.move(moved, workspace);
        }
    }
}
