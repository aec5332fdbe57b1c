package ai.tinyhumans.tinybox.host.ssh;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.host.ssh.testkit.SshdOfClass;
import ai.tinyhumans.tinybox.spec.WorkspacePath;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.spi.WorkspaceFiles;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files on the other side of ssh, and what a connection adds to them. */
@Requires({Facility.LAUNCH, Facility.SSHD})
class SshFilesIT extends FilesOverSsh {

    private static final WorkspacePath TARGET = WorkspacePath.parse("f");

    @RegisterExtension
    static final SshdOfClass SSHD = SshdOfClass.with();

    private Host host;
    private WorkspaceFiles raw;

    @BeforeEach
    void openHost() {
        host = host().open();
        raw = host.openWorkspace(workspace.toString());
    }

    @AfterEach
    void closeHost() {
        raw.close();
        host.close();
    }

    @Override
    HostProvider host() {
        return SSHD.host();
    }

    private List<String> names() throws IOException {
        try (Stream<Path> entries = Files.list(workspace)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        }
    }

    private Path existing(String content, String mode) throws IOException {
        Path file = Files.writeString(workspace.resolve("f"), content);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest // B061
    @ValueSource(ints = {0, 1, 65535, 65536, 262143, 262144, 262145, 5_000_000})
    void bringEveryByteThereAndBack(int size) throws IOException {
        byte[] content = new byte[size];
        new Random(size).nextBytes(content);
        files.write("a/f", new ByteArrayInputStream(content));
        assertThat(workspace.resolve("a/f")).hasBinaryContent(content);
        assertThat(files.read("a/f")).isEqualTo(content);
        try (InputStream in = files.open("a/f")) {
            assertThat(in.skip(size)).isEqualTo(size);
            assertThat(in.read()).isEqualTo(-1);
        }
    }

    @ParameterizedTest // B103
    @ValueSource(strings = {"rwxr-xr-x", "rw-------", "r--r-----"})
    void keepThePermissionsOfTheOldFile(String mode) throws IOException {
        Path file = existing("old", mode);
        files.write("f", bytes("new").array());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo(mode);
        assertThat(Files.readString(file)).isEqualTo("new");
    }

    @Test // B103, B104
    void showNobodyElseWhatIsNotPublishedAndLeaveNothingOfIt() throws IOException {
        existing("old", "rw-rw-rw-");
        try (WorkspaceFiles.Writer writer = raw.write(TARGET)) {
            writer.write(bytes("secret"));
            assertThat(names()).hasSize(2).first().asString().matches("\\.tinybox-.*\\.tmp");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(workspace.resolve(names().get(0)))))
                    .isEqualTo("rw-------");
        }
        assertThat(names()).containsExactly("f");
        assertThat(workspace.resolve("f")).hasContent("old");
    }

    @Test // B104
    void leaveNothingWhenTheTargetBecomesADirectoryBeforeItIsPublished() throws IOException {
        try (WorkspaceFiles.Writer writer = raw.write(TARGET)) {
            writer.write(bytes("new"));
            Files.createDirectories(workspace.resolve("f/below"));
            assertRefused(ErrorCode.FILE_WRONG_TYPE, writer::publish);
        }
        assertThat(names()).containsExactly("f");
        try (Stream<Path> below = Files.list(workspace.resolve("f"))) {
            assertThat(below).hasSize(1);
        }
    }

    @Test // B107
    void surviveTheEndOfTheConnection() throws IOException {
        existing("old", "rw-r--r--");
        try (WorkspaceFiles.Writer writer = raw.write(TARGET)) {
            writer.write(bytes("half"));
            SSHD.server().stop();
            SSHD.server().restart();
            assertRefused(ErrorCode.HOST_CONNECTION_LOST, writer::publish);
        } catch (TinyboxException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.HOST_CONNECTION_LOST); // nothing can be removed any more either
        }
        assertThat(workspace.resolve("f")).hasContent("old");
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            try (WorkspaceFiles again = host.openWorkspace(workspace.toString());
                    WorkspaceFiles.Writer writer = again.write(TARGET)) {
                writer.write(bytes("new"));
                writer.publish();
            }
            assertThat(names()).containsExactly("f");
        });
        assertThat(workspace.resolve("f")).hasContent("new");
    }

    @Test // B106
    void areNeverAMixtureOfTwoWriters() throws IOException {
        existing("old", "rw-r--r--");
        for (boolean firstLast : new boolean[] {true, false}) {
            try (WorkspaceFiles.Writer a = raw.write(TARGET);
                    WorkspaceFiles.Writer b = raw.write(TARGET)) {
                for (int i = 0; i < 3; i++) {
                    a.write(bytes("a"));
                    b.write(bytes("b"));
                }
                (firstLast ? b : a).publish();
                assertThat(workspace.resolve("f")).hasContent(firstLast ? "bbb" : "aaa");
                (firstLast ? a : b).publish();
                assertThat(workspace.resolve("f")).hasContent(firstLast ? "aaa" : "bbb");
            }
        }
        assertThat(names()).containsExactly("f");
    }

    @Test // B109
    void removeATreeWhateverItsModesSayAndNothingALinkLeadsTo() throws InterruptedException, IOException {
        Path other = Files.createDirectory(workspace.resolve("other"));
        Files.writeString(other.resolve("stays"), "");
        run("mkdir -p t/a/b/.c t/-d; touch t/a/f t/a/b/.c/..x t/-d/'$x'; ln -s ../../other t/a/l; chmod 0 t/a/b;"
                + " chmod 500 t/a t");
        files.remove("t");
        assertThat(names()).containsExactly("other");
        assertThat(other.resolve("stays")).exists();
    }

    @Test
    void areOfADirectoryThatIsThere() {
        assertRefused(ErrorCode.FILE_NOT_FOUND, () -> host.openWorkspace("/no/such"));
        assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> host.openWorkspace("/etc/passwd"));
        raw.close();
        assertRefused(ErrorCode.HANDLE_CLOSED, () -> raw.list(WorkspacePath.ROOT));
    }
}
