package ai.tinyhumans.tinybox.testkit;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.tinyhumans.tinybox.BoxFiles;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.spi.FileStat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workspace files of a passthrough box, whichever its host, and the ways out of a workspace that lead nowhere. */
public abstract class FilesContract extends FileLinksContract {

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

    @Test // B102
    void breakAHardLinkInsteadOfWritingThroughIt() throws IOException {
        Path target = Files.writeString(outside.resolve("t"), "old");
        Files.createLink(workspace.resolve("f"), target);
        files.write("f", bytes("new"));
        assertThat(target).hasContent("old");
        assertThat(workspace.resolve("f")).hasContent("new");
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
