package ai.tinyhumans.tinybox.host.local;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.BoxFiles;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a removal takes with it, and what it leaves alone. */
@Timeout(120)
class RemovalIT extends PassthroughCase {

    @TempDir
    private Path outside;

    private BoxFiles files;

    @BeforeEach
    void openFiles() {
        files = box.files();
    }

    @AfterEach
    void closeFiles() {
        files.close();
    }

    /** Directories that forbid listing, changing or entering, each with a file and a directory in it; and a link. */
    private void makeTree() throws InterruptedException, IOException {
        run("mkdir t; for m in 0555 0444 0000 0300; do mkdir -p t/$m/d; : > t/$m/f; : > t/$m/d/g; chmod 0555 t/$m/d;"
                + " chmod $m t/$m; done; chmod 0555 t");
        Files.setPosixFilePermissions(workspace.resolve("t"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createSymbolicLink(workspace.resolve("t/link"), outside);
        Files.writeString(outside.resolve("kept"), "kept");
        Files.setPosixFilePermissions(outside, PosixFilePermissions.fromString("r-xr-xr-x"));
    }

    @Test // B109
    @Requires(Facility.UNPRIVILEGED)
    void takesDirectoriesThatForbidItAndNoLinksTarget() throws Exception {
        assertTreeIsRemoved();
    }

    @Test // B109, as whoever runs the tests
    void takesATreeAndNoLinksTarget() throws Exception {
        assertTreeIsRemoved();
    }

    private void assertTreeIsRemoved() throws Exception {
        makeTree();
        try {
            files.remove("t");
            assertThat(workspace).isEmptyDirectory();
            assertThat(outside.resolve("kept")).hasContent("kept");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(outside)))
                    .isEqualTo("r-xr-xr-x");
        } finally {
            Files.setPosixFilePermissions(outside, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    @Test // B109
    void goesOnPastWhatItCannotTakeAndSaysSoOnce() throws Exception {
        run("mkdir -p t/a t/z; : > t/a/f; : > t/z/f; cd t; mkdir deep; cd deep;"
                + " i=0; while [ $i -lt 530 ]; do mkdir d; : > f; cd d; i=$((i+1)); done");
        assertRefused(ErrorCode.FILE_TOO_LARGE, () -> files.remove("t")).hasMessageContaining("512 deep");
        assertThat(workspace.resolve("t/a")).doesNotExist();
        assertThat(workspace.resolve("t/z")).doesNotExist();
        assertThat(workspace.resolve("t/deep/f")).doesNotExist();
        run("rm -r t");
    }

    @Test
    void isNoFailureWhereTheBoxRemovesAsWell() throws Exception {
        for (int round = 0; round < 10; round++) {
            run("mkdir -p t/a/x t/b/x t/c/x; for d in a b c; do (cd t/$d; seq 1 300 | xargs touch); done");
            try (Execution other = box.start(sh("rm -rf t/*/*; echo"))) {
                files.remove("t");
                other.await();
            }
            assertThat(workspace).isEmptyDirectory();
        }
    }

    @Test
    void takesALinkAndNotWhatItLeadsTo() throws Exception {
        Files.writeString(outside.resolve("kept"), "kept");
        Files.createSymbolicLink(workspace.resolve("directory"), outside);
        Files.createSymbolicLink(workspace.resolve("file"), outside.resolve("kept"));
        files.remove("directory");
        files.remove("file");
        assertThat(workspace).isEmptyDirectory();
        assertThat(outside.resolve("kept")).hasContent("kept");
    }

    @Test
    void takesTenThousandFiles() throws Exception {
        run("mkdir t; cd t; seq 1 10000 | xargs touch");
        files.remove("t");
        assertThat(workspace).isEmptyDirectory();
    }

    @Test
    void destroyingABoxLeavesTheDirectoryThatIsTheCallers() throws Exception {
        Files.writeString(workspace.resolve("kept"), "kept");
        box.destroy();
        assertThat(workspace.resolve("kept")).hasContent("kept");
    }
}
