package ai.tinyhumans.tinybox.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NearWorkspacesTest {

    @TempDir
    private Path scratch;

    private NearWorkspaces workspaces;

    @BeforeEach
    void choosePlace() {
        workspaces = new NearWorkspaces(scratch.resolve("store").resolve("workspaces"));
    }

    @Test
    void areForTheirOwnerOnly() throws IOException {
        Path made = Text.toPath(workspaces.make());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
                .isEqualTo("rwx------");
        assertThat(workspaces.make()).isNotEqualTo(Text.ofPath(made));
    }

    @Test
    void sayWhyTheyCannotBeMade() throws IOException {
        Path file = Files.createFile(scratch.resolve("file"));
        assertThatThrownBy(new NearWorkspaces(file.resolve("workspaces"))::make)
                .hasMessageContaining("file/workspaces': ")
                .hasMessageNotContaining("': " + file);
    }

    @Test
    void areFoundAgainWhenTheStoreIsReachedThroughALink() throws IOException {
        Path link = Files.createSymbolicLink(scratch.resolve("link"), Files.createDirectory(scratch.resolve("real")));
        NearWorkspaces linked = new NearWorkspaces(link.resolve(".").resolve("workspaces"));
        Path made = Text.toPath(linked.make());
        linked.removeOf(BoxSpec.unconfined(made));
        assertThat(made).doesNotExist();
    }

    @Test
    void areRemovedWithAllTheyHoldAndNothingALinkLeadsTo() throws IOException {
        Path outside = Files.createDirectory(scratch.resolve("outside"));
        Files.writeString(outside.resolve("file"), "stays");
        Path made = Text.toPath(workspaces.make());
        Path fixed = Files.createDirectory(made.resolve("a"));
        Path closed = Files.createDirectory(fixed.resolve("b"));
        Files.writeString(closed.resolve("file"), "goes");
        Files.createSymbolicLink(made.resolve("link"), outside);
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
        Files.setPosixFilePermissions(fixed, PosixFilePermissions.fromString("r-xr-xr-x"));
        workspaces.remove(Text.ofPath(made));
        workspaces.remove(Text.ofPath(made));
        assertThat(made).doesNotExist();
        assertThat(outside.resolve("file")).exists();
    }

    @Test
    void noOtherDirectoryIsRemovedWithItsBox() throws IOException {
        Path given = Files.createDirectory(scratch.resolve("given"));
        Path made = Text.toPath(workspaces.make());
        Path below = Files.createDirectory(made.resolve("below"));
        workspaces.removeOf(BoxSpec.unconfined(given));
        workspaces.removeOf(BoxSpec.unconfined(below));
        assertThat(given).exists();
        assertThat(below).exists();
        workspaces.removeOf(BoxSpec.unconfined(made));
        assertThat(made).doesNotExist();
    }
}
