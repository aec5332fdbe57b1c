package ai.tinyhumans.tinybox.host.local;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.BoxFiles;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.bus.Limits;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.WorkspacePath;
import ai.tinyhumans.tinybox.spi.WorkspaceFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A new content takes the place of the old in one step, with the old's permissions, or not at all. */
@Timeout(120)
class StagedWriteIT extends PassthroughCase {

    private static final WorkspacePath TARGET = WorkspacePath.parse("f");

    private WorkspaceFiles files;

    @BeforeEach
    void openFiles() {
        files = LocalFiles.open(workspace.toString());
    }

    @AfterEach
    void closeFiles() {
        files.close();
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private void write(String content) {
        try (WorkspaceFiles.Writer writer = files.write(TARGET)) {
            writer.write(bytes(content));
            writer.publish();
        }
    }

    private Path existing(String content, String mode) throws IOException {
        Path file = Files.writeString(workspace.resolve("f"), content);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> entries = Files.list(workspace)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().collect(Collectors.toList());
        }
    }

    private static String modeOf(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @ParameterizedTest // B103
    @ValueSource(strings = {"rwxr-xr-x", "rw-------", "rw-rw-rw-", "r--r-----", "rwx--x--x"})
    void keepsThePermissionsOfTheOldFile(String mode) throws IOException {
        Path file = existing("old", mode);
        write("new");
        assertThat(modeOf(file)).isEqualTo(mode);
        assertThat(Files.readString(file)).isEqualTo("new");
    }

    @ParameterizedTest // B103
    @CsvSource({"022, rw-r--r--", "077, rw-------", "002, rw-rw-r--"})
    void givesANewFileWhatTheUmaskLeaves(String umask, String mode) throws Exception {
        List<String> argv = new ArrayList<>(List.of("sh", "-c", "umask " + umask + "; exec \"$@\"", "sh"));
        argv.addAll(ChildJvm.argv(List.of(), Program.class, workspace.toString(), "whole"));
        try (ChildJvm jvm = ChildJvm.start(workspace, argv, Map.of())) {
            jvm.facts();
        }
        assertThat(modeOf(workspace.resolve("f"))).isEqualTo(mode);
    }

    @Test // B103
    void showsNobodyElseWhatIsNotPublished() throws IOException {
        existing("old", "rw-rw-rw-");
        try (WorkspaceFiles.Writer writer = files.write(TARGET)) {
            writer.write(bytes("secret"));
            List<String> staged = names();
            assertThat(staged).hasSize(2).first().asString().matches("\\.tinybox-.*\\.tmp");
            assertThat(modeOf(workspace.resolve(staged.get(0)))).isEqualTo("rw-------");
        }
        assertThat(names()).containsExactly("f");
    }

    @Test // B103
    void usesNoStagingFileThatLiesThere() throws IOException {
        Path stale = Files.writeString(workspace.resolve(".tinybox-1-1-" + UUID.randomUUID() + ".tmp"), "stale");
        Files.setPosixFilePermissions(stale, PosixFilePermissions.fromString("rw-rw-rw-"));
        try (WorkspaceFiles.Writer writer = files.write(TARGET)) {
            writer.write(bytes("secret"));
            assertThat(stale).doesNotExist();
            writer.publish();
        }
        assertThat(names()).containsExactly("f");
    }

    @Test
    void leavesWhatOnlyLooksLikeAStagingFile() throws IOException {
        List<String> lookalikes = List.of(
                ".tinybox-notes.tmp", ".tinybox-x-y-z.tmp", ".tinybox-.tmp", ".tinybox-1-1-x.tmp", "tinybox-1-1-x.tmp");
        for (String name : lookalikes) {
            Files.writeString(workspace.resolve(name), "mine");
        }
        write("new");
        assertThat(names()).containsAll(lookalikes);
    }

    @Test // B104
    void leavesNothingWhenTheTargetIsADirectoryWithSomethingInIt() throws IOException {
        Files.createDirectories(workspace.resolve("f/below"));
        assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> write("new"));
        assertThat(names()).containsExactly("f");
    }

    @Test // B104
    void leavesNothingWhenTheTargetBecomesADirectoryBeforeItIsPublished() throws IOException {
        try (WorkspaceFiles.Writer writer = files.write(TARGET)) {
            writer.write(bytes("new"));
            Files.createDirectories(workspace.resolve("f/below"));
            assertRefused(ErrorCode.FILE_WRONG_TYPE, writer::publish);
        }
        assertThat(names()).containsExactly("f");
    }

    @Test // B104
    void leavesNothingWhenItIsGivenUpHalfWay() throws IOException {
        existing("old", "rw-r--r--");
        WorkspaceFiles.Writer writer = files.write(TARGET);
        writer.write(bytes("half"));
        writer.close();
        writer.close();
        assertThat(names()).containsExactly("f");
        assertThat(workspace.resolve("f")).hasContent("old");
    }

    @Test // B104
    void leavesNothingWhenWhatItWritesFailsHalfWay() throws IOException {
        existing("old", "rw-r--r--");
        InputStream failing = new CutStream(100_000, () -> {
            throw new IOException("torn");
        });
        try (BoxFiles boxFiles = box.files()) {
            assertThatThrownBy(() -> boxFiles.write("f", failing)).hasMessage("torn");
        }
        assertThat(names()).containsExactly("f");
        assertThat(workspace.resolve("f")).hasContent("old");
    }

    @Test
    void leavesNothingOpenWhenTheBoxRemovesTheStagingFile() throws IOException {
        WorkspaceFiles.Writer writer = files.write(TARGET);
        writer.write(bytes("half"));
        Files.delete(workspace.resolve(names().get(0)));
        assertRefused(ErrorCode.FILE_NOT_FOUND, writer::publish);
        writer.close();
        assertThat(descriptors()).noneMatch(file -> file.contains(".tinybox-"));
        assertThat(names()).isEmpty();
    }

    private static List<String> descriptors() throws IOException {
        List<String> files = new ArrayList<>();
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors) {
                if (Files.isSymbolicLink(descriptor)) { // the one that lists them is not there any more
                    files.add(Files.readSymbolicLink(descriptor).toString());
                }
            }
        } catch (NoSuchFileException closedMeanwhile) {
            return descriptors();
        }
        return files;
    }

    @Test
    void takesNoMoreThanAFileMayHave() throws IOException {
        ByteBuffer piece = ByteBuffer.allocate(16 << 20);
        try (WorkspaceFiles.Writer writer = files.write(TARGET)) {
            for (long written = 0; written < Limits.MAX_FILE_BYTES; written += piece.capacity()) {
                writer.write(piece.clear());
            }
            assertRefused(ErrorCode.FILE_TOO_LARGE, () -> writer.write(ByteBuffer.allocate(1)));
        }
        assertThat(names()).isEmpty();
    }

    @ParameterizedTest // B106
    @ValueSource(booleans = {true, false})
    void neverMixesTwoWritersOfOneFile(boolean firstPublishesFirst) throws Exception {
        String old = "o".repeat(100_000);
        String a = "a".repeat(100_000);
        String b = "b".repeat(100_000);
        Path file = existing(old, "rw-r--r--");
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Void> reader = CompletableFuture.runAsync(() -> {
            try {
                do {
                    assertThat(Files.readString(file)).isIn(old, a, b);
                } while (!over.get());
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        for (int round = 0; round < 20; round++) {
            try (WorkspaceFiles.Writer one = files.write(TARGET);
                    WorkspaceFiles.Writer two = files.write(TARGET)) {
                for (int at = 0; at < 100_000; at += 10_000) {
                    one.write(bytes(a.substring(at, at + 10_000)));
                    two.write(bytes(b.substring(at, at + 10_000)));
                }
                (firstPublishesFirst ? one : two).publish();
                (firstPublishesFirst ? two : one).publish();
            }
            assertThat(Files.readString(file)).isEqualTo(firstPublishesFirst ? b : a);
        }
        over.set(true);
        reader.get();
        assertThat(names()).containsExactly("f");
    }

    @Test // B107
    void survivesTheDeathOfItsWriter() throws Exception {
        existing("old", "rw-r--r--");
        Path scratch = Files.createDirectory(workspace.resolve("scratch"));
        try (ChildJvm jvm = ChildJvm.start(scratch, Program.class, workspace.toString(), "half")) {
            assertThat(jvm.readLine()).isEqualTo("half=");
            jvm.kill();
        }
        assertThat(workspace.resolve("f")).hasContent("old");
        assertThat(names()).hasSize(3).first().asString().matches("\\.tinybox-.*\\.tmp");
        write("new");
        assertThat(names()).containsExactly("f", "scratch");
        assertThat(workspace.resolve("f")).hasContent("new");
    }

    /** Writes a file, or half of it and then waits. */
    static final class Program {

        private Program() {}

        /** Takes the workspace and how much. */
        public static void main(String[] args) throws Exception {
            try (Tinybox tinybox = Tinybox.open();
                    Box box = tinybox.create(BoxSpec.unconfined(Path.of(args[0])));
                    BoxFiles files = box.files()) {
                if (args[1].equals("whole")) {
                    files.write("f", new byte[1]);
                } else {
                    files.write("f", halting());
                }
            }
        }

        private static InputStream halting() {
            return new CutStream(200_000, () -> {
                System.out.println("half=");
                PassthroughCase.pause(Duration.ofMinutes(5));
            });
        }
    }
}
