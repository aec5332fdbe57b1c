package ai.tinyhumans.tinybox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.spec.BoxSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspacesTest {

    @TempDir
    private Path scratch;

    private Workspaces workspaces;

    @BeforeEach
    void choosePlace() {
        workspaces = new Workspaces(scratch.resolve("store").resolve("workspaces"));
    }

    @Test
    void areForTheirOwnerOnly() throws IOException {
        Path made = workspaces.make();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
                .isEqualTo("rwx------");
        assertThat(workspaces.make()).isNotEqualTo(made);
    }

    @Test
    void areFoundAgainWhenTheStoreIsReachedThroughALink() throws IOException {
        Path link = Files.createSymbolicLink(scratch.resolve("link"), Files.createDirectory(scratch.resolve("real")));
        Workspaces linked = new Workspaces(link.resolve(".").resolve("workspaces"));
        Path made = linked.make();
        linked.removeOf(BoxSpec.unconfined(made));
        assertThat(made).doesNotExist();
    }

    @Test
    void areRemovedWithAllTheyHoldAndNothingALinkLeadsTo() throws IOException {
        Path outside = Files.createDirectory(scratch.resolve("outside"));
        Files.writeString(outside.resolve("file"), "stays");
        Path made = workspaces.make();
        Path fixed = Files.createDirectory(made.resolve("a"));
        Path closed = Files.createDirectory(fixed.resolve("b"));
        Files.writeString(closed.resolve("file"), "goes");
        Files.createSymbolicLink(made.resolve("link"), outside);
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
        Files.setPosixFilePermissions(fixed, PosixFilePermissions.fromString("r-xr-xr-x"));
        workspaces.remove(made);
        workspaces.remove(made);
        assertThat(made).doesNotExist();
        assertThat(outside.resolve("file")).exists();
    }

    @Test
    void noOtherDirectoryIsRemovedWithItsBox() throws IOException {
        Path given = Files.createDirectory(scratch.resolve("given"));
        Path made = workspaces.make();
        Path below = Files.createDirectory(made.resolve("below"));
        workspaces.removeOf(BoxSpec.unconfined(given));
        workspaces.removeOf(BoxSpec.unconfined(below));
        assertThat(given).exists();
        assertThat(below).exists();
        workspaces.removeOf(BoxSpec.unconfined(made));
        assertThat(made).doesNotExist();
    }
}
