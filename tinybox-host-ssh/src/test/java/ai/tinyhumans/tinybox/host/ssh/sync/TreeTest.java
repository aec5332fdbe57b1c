package ai.tinyhumans.tinybox.host.ssh.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreeTest {

    @TempDir
    Path root;

    private Path write(String path, String content) throws IOException {
        Path file = Text.toPath(Text.ofPath(root) + "/" + path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    private String fingerprint() {
        return TreeDigest.of(Tree.scan(root, SyncLimits.DEFAULT)).fingerprint().hex();
    }

    private static void assertRefused(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        TinyboxException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    /** The expected digits are those of b3sum 1.2.0 over the framed bytes. */
    @Test
    void isTheDigestOfTheFramedFilesInTheOrderOfTheirBytes() throws IOException {
        assertThat(fingerprint()).isEqualTo("af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262");
        write("a-b", "");
        Files.setPosixFilePermissions(write("a/x", "echo\n"), PosixFilePermissions.fromString("rwxr--r--"));
        write("\udcff", "z".repeat(3_000_000));
        assertThat(fingerprint()).isEqualTo("1d9c3916122bffdfdf3092d2af0a9d5fc3305f43f1a39c22d63cd1ad275886b2");
    }

    @Test
    void doesNotDependOnTimes() throws IOException {
        Path file = write("a", "1");
        String before = fingerprint();
        Files.setLastModifiedTime(file, FileTime.fromMillis(0));
        assertThat(fingerprint()).isEqualTo(before);
    }

    @Test
    void dependsOnPathContentAndExecutableBit() throws IOException {
        Path file = write("a", "1");
        String before = fingerprint();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        String executable = fingerprint();
        Files.writeString(file, "2");
        String other = fingerprint();
        Files.move(file, root.resolve("b"));
        assertThat(fingerprint()).isNotIn(before, executable, other);
        assertThat(before).isNotIn(executable, other);
        assertThat(executable).isNotEqualTo(other);
    }

    @Test
    void neitherFollowsNorCountsALink() throws IOException { // B124
        write("a", "1");
        String before = fingerprint();
        Files.createSymbolicLink(root.resolve(".venv"), Path.of("/usr"));
        Files.createSymbolicLink(root.resolve("loop"), Path.of("."));
        Files.createSymbolicLink(root.resolve("file"), Path.of("/etc/passwd"));
        Files.createSymbolicLink(root.resolve("dangling"), Path.of("nowhere"));
        write(".boxignore", ".venv/\n.boxignore");
        assertThat(fingerprint()).isEqualTo(before);
    }

    @Test
    void leavesOutWhatIsNoFileAndNeverOpensIt() throws IOException, InterruptedException {
        write("a", "1");
        String before = fingerprint();
        Process mkfifo = new ProcessBuilder("mkfifo", root.resolve("pipe").toString())
                .inheritIO()
                .start();
        assertThat(mkfifo.waitFor()).isZero();
        Files.createDirectory(root.resolve("empty"));
        assertThat(fingerprint()).isEqualTo(before);
    }

    @Test
    void leavesOutWhatTheIgnoreFilesOfTheRootSayAndWhatTinyboxLeaves() throws IOException {
        write(".gitignore", "*.log\n.env");
        write(".boxignore", "!.env");
        write("sub/.gitignore", "*");
        write("a.log", "");
        write(".env", "");
        write(".git/config", "");
        write(".tinybox-fingerprint", "");
        write("sub/.tinybox-1-2-00000000-0000-0000-0000-000000000000.tmp", ""); // B107
        assertThat(Tree.scan(root, SyncLimits.DEFAULT))
                .extracting(TreeFile::path)
                .containsExactly(".boxignore", ".env", ".gitignore", "sub/.gitignore");
    }

    @Test
    void keepsNamesApartThatLookTheSame() throws IOException { // B126
        write("\u00e9", "");
        write("e\u0301", "");
        write("A", "");
        write("a", "");
        assertThat(Tree.scan(root, SyncLimits.DEFAULT)).hasSize(4);
    }

    @Test
    void refusesWhatIsBeyondALimit() throws IOException {
        write("a", "12");
        write("b", "34");
        Duration time = Duration.ofMinutes(1);
        assertRefused(ErrorCode.SYNC_TOO_LARGE, () -> Tree.scan(root, new SyncLimits(1, ByteSize.ofMiB(1), time)));
        assertRefused(ErrorCode.SYNC_TOO_LARGE, () -> Tree.scan(root, new SyncLimits(9, new ByteSize(3), time)));
        assertThat(Tree.scan(root, new SyncLimits(2, new ByteSize(4), time))).hasSize(2);
        assertRefused(ErrorCode.FILE_NOT_FOUND, () -> Tree.scan(root.resolve("none"), SyncLimits.DEFAULT));
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> new SyncLimits(0, new ByteSize(4), time));
    }

    @Test
    void noticesAFileThatChangesWhileItIsRead() throws IOException {
        Path file = write("a", "12");
        var files = Tree.scan(root, SyncLimits.DEFAULT);
        Files.writeString(file, "123");
        assertRefused(ErrorCode.SYNC_CHANGED, () -> TreeDigest.of(files));
        Files.delete(file);
        assertRefused(ErrorCode.FILE_FAILED, () -> TreeDigest.of(files));
    }
}
