package ai.tinyhumans.tinybox.host.ssh.sync;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.host.ssh.testkit.MergingFileSystem;
import ai.tinyhumans.tinybox.host.ssh.testkit.SshdOfClass;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spi.SandboxContext;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sync to a machine whose file system takes names for one that differ in case. */
@Requires({Facility.LAUNCH, Facility.SSHD, Facility.MERGING_FILE_SYSTEM})
@ExtendWith(LeakCheck.class)
class MergedNamesIT { // B126

    @RegisterExtension
    static final SshdOfClass SSHD = SshdOfClass.with();

    @TempDir
    Path here;

    @TempDir
    Path directory;

    private MergingFileSystem disk;
    private Path there;
    private Tinybox tinybox;

    @BeforeEach
    void open() throws IOException, InterruptedException {
        disk = MergingFileSystem.in(directory);
        there = disk.root().resolve("w");
        tinybox = Tinybox.builder().host(SSHD.host()).build();
    }

    @AfterEach
    void close() throws IOException {
        try {
            tinybox.close();
        } finally {
            disk.close();
        }
    }

    private SandboxContext host() {
        return tinybox.on(new HostRef("ssh"));
    }

    private HostPath destination() {
        return new HostPath(there.toString());
    }

    private SyncReport sync() throws InterruptedException {
        return new WorkspaceSync(host(), destination(), SyncLimits.DEFAULT).run(here, SyncProgress.NONE);
    }

    private void write(String path, String content) throws IOException {
        Path file = here.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    @Test
    void bringsATreeWithoutTwinsAndSendsNothingTwice() throws IOException, InterruptedException {
        write("README", "1");
        write("src/Main.java", "2");
        write("src/\u00e9", "3");
        write("src/e\u0301", "4");
        assertThat(sync().sent()).isEqualTo(4);
        assertThat(there.resolve("src/Main.java")).hasContent("2");
        assertThat(there.resolve("src/\u00e9")).hasContent("3");
        assertThat(there.resolve("src/e\u0301")).hasContent("4");
        assertThat(sync().isUnchanged()).isTrue();
    }

    /** Asks twice, for a sync that was refused must not make the next one succeed. */
    private void assertNamed(String... twins) {
        for (int i = 0; i < 2; i++) {
            assertRefused(ErrorCode.SYNC_FAILED, this::sync)
                    .hasMessageContaining("'" + String.join("', '", twins) + "'")
                    .hasMessageContaining("keeps them apart");
        }
    }

    @Test
    void namesTwinsHoweverOftenItIsAsked() throws IOException, InterruptedException {
        write("d/A", "1");
        write("d/a", "2");
        assertNamed("d/A", "d/a");
        assertThat(there.resolve("d")).doesNotExist();
        assertThat(there.resolve(".tinybox-fingerprint")).doesNotExist();
        Files.delete(here.resolve("d/A"));
        sync();
        assertThat(there.resolve("d/a")).hasContent("2");
        assertThat(sync().isUnchanged()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "A,       a/x,              a",
        "D/x,     d/y,              d",
        "\u00c9,  \u00e9,           \u00e9",
        ".TINYBOX-sync/stat, x, .tinybox-sync"
    })
    void namesTwinsOfEveryKind(String one, String other, String named) throws IOException {
        write(one, "1");
        write(other, "2");
        assertNamed(one.replaceFirst("/.*", ""), named);
    }

    @Test
    void touchesNothingOnceATwinComes() throws IOException, InterruptedException {
        write("A", "1");
        write("b", "1");
        write("gone", "1");
        Fingerprint first = sync().fingerprint();
        write("a", "2");
        write("b", "2");
        Files.delete(here.resolve("gone"));
        assertNamed("A", "a");
        for (String name : List.of("A", "b", "gone")) {
            assertThat(there.resolve(name)).hasContent("1");
        }
        assertThat(there.resolve(".tinybox-fingerprint")).hasContent(first.hex());
        Files.delete(here.resolve("A"));
        SyncReport report = sync();
        assertThat(report.sent()).isEqualTo(2);
        assertThat(report.removed()).isEqualTo(2);
        assertThat(there.resolve("a")).hasContent("2");
        assertThat(there.resolve("gone")).doesNotExist();
        assertThat(sync().isUnchanged()).isTrue();
    }

    @Test
    void followsANewSpelling() throws IOException, InterruptedException {
        write("A", "1");
        write("D/x", "1");
        write("b", "1");
        sync();
        Files.delete(here.resolve("A"));
        write("a", "2");
        Files.move(here.resolve("D"), here.resolve("d"));
        SyncReport report = sync();
        assertThat(report.sent()).isEqualTo(2);
        assertThat(report.removed()).isEqualTo(2);
        assertThat(there.resolve("a")).hasContent("2");
        assertThat(there.resolve("d/x")).hasContent("1");
        assertThat(sync().isUnchanged()).isTrue();
    }

    @Test
    void noticesTwinsThatNobodyThoughtAlike() throws IOException, InterruptedException {
        write("A", "1");
        write("a", "2");
        List<TreeFile> files = Tree.scan(here, SyncLimits.DEFAULT);
        FarSide far = new FarSide(host(), destination(), SyncLimits.DEFAULT.time());
        TreeDigest digest = TreeDigest.of(files);
        far.prepare(far.look(digest.fingerprint()), Changes.NONE);
        Changes all = new Changes(files, List.of(), List.of(), List.of(), Changes.NONE.alike());
        assertRefused(ErrorCode.SYNC_FAILED, () -> far.send(all, digest, SyncProgress.NONE))
                .hasMessageContaining("'A', 'a'");
        assertThat(there.resolve(".tinybox-fingerprint")).doesNotExist();
        assertNamed("A", "a");
    }
}
