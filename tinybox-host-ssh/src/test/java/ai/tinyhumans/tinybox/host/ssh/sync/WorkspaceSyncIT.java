package ai.tinyhumans.tinybox.host.ssh.sync;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spec.Text;
import ai.tinyhumans.tinybox.spi.SandboxContext;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A sync from this machine to this machine: what it does there does not depend on the host. */
@Requires(Facility.LAUNCH)
@ExtendWith(LeakCheck.class)
class WorkspaceSyncIT {

    @TempDir
    Path here;

    @TempDir
    Path parent;

    private Path there;
    private Tinybox tinybox;

    @BeforeEach
    void open() {
        there = parent.resolve("it's $x there");
        tinybox = Tinybox.open();
    }

    @AfterEach
    void close() {
        tinybox.close();
    }

    /** Where the destination is. */
    SandboxContext host() {
        return tinybox.on(new HostRef("local"));
    }

    private SyncReport sync() throws InterruptedException {
        return sync(SyncProgress.NONE);
    }

    private SyncReport sync(SyncProgress progress) throws InterruptedException {
        return new WorkspaceSync(host(), new HostPath(there.toString()), SyncLimits.DEFAULT).run(here, progress);
    }

    private static Path at(Path root, String path) {
        return Text.toPath(Text.ofPath(root) + "/" + path);
    }

    private Path write(String path, String content) throws IOException {
        Path file = at(here, path);
        Files.createDirectories(file.getParent());
        return Files.write(file, Text.encode(content));
    }

    private String read(String path) throws IOException {
        return Files.readString(at(there, path));
    }

    /** What the destination is as a tree. */
    private Fingerprint thereNow() {
        return TreeDigest.of(Tree.scan(there, SyncLimits.DEFAULT)).fingerprint();
    }

    @Test
    void makesTheDestinationTheTreeAndSaysSo() throws IOException, InterruptedException {
        write("a/b", "1");
        Files.setPosixFilePermissions(write("run", "#!"), PosixFilePermissions.fromString("rwx------"));
        SyncReport report = sync();
        assertThat(report.sent()).isEqualTo(2);
        assertThat(report.bytes()).isEqualTo(new ByteSize(3));
        assertThat(thereNow()).isEqualTo(report.fingerprint());
        assertThat(read(".tinybox-fingerprint")).isEqualTo(report.fingerprint() + "\n");
    }

    @Test
    void sendsNothingTwice() throws IOException, InterruptedException {
        write("a", "1");
        Fingerprint first = sync().fingerprint();
        Files.setLastModifiedTime(here.resolve("a"), FileTime.fromMillis(0));
        SyncReport second = sync();
        assertThat(second.isUnchanged()).isTrue();
        assertThat(second.fingerprint()).isEqualTo(first);
    }

    @Test
    void sendsOnlyWhatChangedAndMakesItNew() throws IOException, InterruptedException {
        write("a", "1");
        write("b", "2");
        sync();
        FileTime before = Files.getLastModifiedTime(there.resolve("b"));
        write("a", "3");
        Files.setLastModifiedTime(here.resolve("a"), FileTime.fromMillis(0));
        assertThat(sync().sent()).isEqualTo(1);
        assertThat(read("a")).isEqualTo("3");
        assertThat(Files.getLastModifiedTime(there.resolve("a"))).isGreaterThanOrEqualTo(before);
        assertThat(Files.getLastModifiedTime(there.resolve("b"))).isEqualTo(before);
    }

    @Test
    void carriesTheExecutableBitOfAFileThatIsElseTheSame() throws IOException, InterruptedException {
        Path file = write("a", "1");
        sync();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        assertThat(sync().sent()).isEqualTo(1);
        assertThat(Files.isExecutable(there.resolve("a"))).isTrue();
    }

    @Test
    void removesThereWhatIsRemovedHereAndLeavesWhatItNeverSent() throws IOException, InterruptedException {
        write("d/e/f", "1");
        write("d/g", "1");
        write("gone/x", "1");
        sync();
        Files.writeString(there.resolve("d/e/built"), "there");
        Files.delete(here.resolve("d/e/f"));
        Files.delete(here.resolve("gone/x"));
        SyncReport report = sync();
        assertThat(report.removed()).isEqualTo(2);
        assertThat(report.sent()).isZero();
        assertThat(there.resolve("d/e/f")).doesNotExist();
        assertThat(there.resolve("gone")).doesNotExist();
        assertThat(there.resolve("d/e/built")).exists();
    }

    @Test
    void putsAFileWhereADirectoryWasAndADirectoryWhereAFileWas() throws IOException, InterruptedException {
        write("a", "1");
        write("b/c", "1");
        sync();
        Files.delete(here.resolve("a"));
        Files.delete(here.resolve("b/c"));
        Files.delete(here.resolve("b"));
        write("a/c", "2");
        write("b", "2");
        assertThat(sync().fingerprint()).isEqualTo(thereNow());
    }

    @Test
    void doesNotBelieveTheMarkerOfATreeThatWasEdited() throws IOException, InterruptedException {
        write("a", "1");
        write("b", "1");
        Fingerprint tree = sync().fingerprint();
        Path edited = there.resolve("a");
        FileTime time = Files.getLastModifiedTime(edited);
        Files.writeString(edited, "2");
        Files.setLastModifiedTime(edited, time);
        assertThat(sync().sent()).isEqualTo(2);
        assertThat(thereNow()).isEqualTo(tree);
        Files.delete(there.resolve("b"));
        assertThat(sync().sent()).isEqualTo(2);
        assertThat(thereNow()).isEqualTo(tree);
        assertThat(sync().isUnchanged()).isTrue();
    }

    @Test
    void isNotLedAsideByLinksPlantedThere() throws IOException, InterruptedException {
        Path outside = Files.createDirectory(parent.resolve("outside"));
        Files.writeString(outside.resolve("x"), "old");
        write("d/x", "1");
        write("e/x", "1");
        write("f", "1");
        sync();
        for (String name : List.of("d", "e")) {
            Files.delete(there.resolve(name + "/x"));
            Files.delete(there.resolve(name));
            Files.createSymbolicLink(there.resolve(name), outside);
        }
        Files.delete(there.resolve("f"));
        Files.createSymbolicLink(there.resolve("f"), outside.resolve("x"));
        Files.delete(here.resolve("e/x"));
        write("d/y", "1");
        assertThat(sync().fingerprint()).isEqualTo(thereNow());
        assertThat(outside.resolve("x")).hasContent("old");
        assertThat(outside).isDirectoryNotContaining("glob:**/y");
        assertThat(Files.isSymbolicLink(there.resolve("f"))).isFalse();
    }

    @Test
    void bringsEveryNameThereIs() throws IOException, InterruptedException { // B125, B126
        String deep = ("d".repeat(120) + "/").repeat(3);
        for (String name : List.of(
                "\udcff",
                "a\nb",
                "-n",
                " lead",
                "n".repeat(255),
                deep + "x",
                "\u00e9",
                "e\u0301",
                "A",
                "a",
                "$HOME",
                "'",
                "\\")) {
            write(name, name);
        }
        assertThat(sync().fingerprint()).isEqualTo(thereNow());
        assertThat(sync().isUnchanged()).isTrue();
    }

    @Test
    void tellsHowFarItIs() throws IOException, InterruptedException {
        write("a", "x".repeat(200_000));
        List<ByteSize> told = new ArrayList<>();
        sync((sent, total, files) -> {
            assertThat(total).isEqualTo(new ByteSize(200_000));
            told.add(sent);
        });
        assertThat(told).isSorted().hasSizeGreaterThan(1).endsWith(new ByteSize(200_000));
    }

    @Test
    void sendsAnEmptyTree() throws InterruptedException, IOException {
        assertThat(sync().fingerprint()).isEqualTo(thereNow());
        assertThat(sync().isUnchanged()).isTrue();
        assertThat(there.resolve(".tinybox-fingerprint")).exists();
    }

    @Test
    void certifiesNothingThatChangedOnTheWay() throws IOException, InterruptedException {
        write("a", "1".repeat(200_000));
        write("b", "1");
        SyncProgress meddler = (sent, total, files) -> {
            try {
                Files.writeString(here.resolve("b"), "2");
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        };
        assertRefused(ErrorCode.SYNC_CHANGED, () -> sync(meddler)).hasMessageContaining("'b'");
        assertThat(there.resolve(".tinybox-fingerprint")).doesNotExist();
        assertThat(sync().fingerprint()).isEqualTo(thereNow());
    }

    @Test
    void saysWhyTheDestinationCannotBeWritten() throws IOException {
        write("a", "1");
        Files.writeString(parent.resolve("file"), "");
        there = parent.resolve("file/w");
        assertRefused(ErrorCode.SYNC_FAILED, this::sync).hasMessageContaining("file/w");
    }

    @Test
    void noticesAnotherSyncInBetween() throws IOException, InterruptedException {
        write("a", "1".repeat(200_000));
        write("b", "1");
        sync();
        write("a", "2".repeat(200_000));
        FarSide first = new FarSide(host(), new HostPath(there.toString()), SyncLimits.DEFAULT.time());
        TreeDigest digest = TreeDigest.of(Tree.scan(here, SyncLimits.DEFAULT));
        FarSide.Found found = first.look(digest.fingerprint());
        sync();
        assertRefused(ErrorCode.SYNC_CHANGED, () -> first.prepare(found, Changes.NONE));
        assertThat(sync().isUnchanged()).isTrue();
    }

    @Test
    void putsAWorkspaceBelowTheHomeOfTheFarUser() {
        assertThat(WorkspaceSync.inHome(host(), "w", SyncLimits.DEFAULT)
                        .destination()
                        .value())
                .isEqualTo(System.getenv("HOME") + "/.tinybox/workspaces/w");
    }

    @Test
    void leavesNothingOfItsOwnButTheMarkerAndWhatItKnows() throws IOException, InterruptedException {
        write("a", "1");
        sync();
        try (var names = Files.list(there.resolve(".tinybox-sync"))) {
            assertThat(names.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("paths", "contents", "stat", "turn");
        }
    }
}
