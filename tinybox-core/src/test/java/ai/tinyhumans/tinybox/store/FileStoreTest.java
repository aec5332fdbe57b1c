package ai.tinyhumans.tinybox.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.spec.BoxId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStoreTest extends StoreContract {

    private static final BoxId ID = new BoxId("b");

    @TempDir
    private Path parent;

    private Path directory;
    private Path file;

    @BeforeEach
    void chooseADirectoryThatDoesNotExist() {
        directory = parent.resolve("state").resolve("tinybox");
        file = directory.resolve("boxes.json");
    }

    @Override
    FileStore store() {
        return FileStore.open(directory);
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void readsAMissingFileAsAnEmptyStoreAndMakesNothing() {
        assertThat(store().list()).isEmpty();
        assertThat(store().get(ID)).isEmpty();
        assertThat(store().allocateId()).isEqualTo(new BoxId("box-0"));
        assertThat(directory).doesNotExist();
    }

    @Test
    void showsEachStoreOfOneFileWhatTheOthersDid() {
        store().insert(Records.full("b"));
        assertThat(store().list()).containsExactly(Records.full("b"));
        assertThat(store().remove(ID)).isTrue();
        assertThat(store().list()).isEmpty();
    }

    @Test
    void tellsWhereItIs() {
        assertThat(store().directory()).isEqualTo(directory);
        assertThat(FileStore.open(Path.of("here")).directory())
                .isEqualTo(Path.of("here").toAbsolutePath());
    }

    @Test
    void letsOnlyTheOwnerIn() throws IOException {
        assumeTrue(parent.getFileSystem().supportedFileAttributeViews().contains("posix"), "no POSIX permissions here");
        store().insert(Records.plain("b"));
        assertThat(permissions(directory)).isEqualTo("rwx------");
        assertThat(permissions(parent.resolve("state"))).isEqualTo("rwx------");
        assertThat(permissions(file)).isEqualTo("rw-------");
        assertThat(permissions(directory.resolve("boxes.json.lock"))).isEqualTo("rw-------");
    }

    @Test
    void writesOneIndentedObjectOfRecords() throws IOException {
        store().insert(Records.plain("b"));
        assertThat(Files.readString(file))
                .startsWith("{\n  \"b\" : {\n    \"id\" : \"b\",\n    \"state\" : \"Creating\",\n")
                .endsWith("}\n");
    }

    @Test
    void clearsAwayWhatAKilledWriterLeft() throws IOException {
        store().insert(Records.plain("a"));
        Path temp = directory.resolve("boxes.json.tmp");
        Path elsewhere = Files.writeString(parent.resolve("elsewhere"), "mine");
        Files.createSymbolicLink(temp, elsewhere);
        store().insert(Records.plain("b"));
        assertThat(temp).doesNotExist();
        assertThat(elsewhere).hasContent("mine");
        Files.writeString(temp, "{\"half\":");
        store().remove(ID);
        assertThat(store().list()).containsExactly(Records.plain("a"));
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder("boxes.json", "boxes.json.lock");
        }
    }

    @Test
    void writesNothingWhenNothingChanges() throws IOException {
        Files.createDirectories(directory);
        String handmade = "{\"b\":{\"id\":\"b\",\"state\":\"Ready\",\"spec\":{\"workspace\":"
                + "{\"host\":\"local\",\"sandbox\":\"namespace\"},\"source\":{\"LocalDir\":\"/w\"}}}}";
        Files.writeString(file, handmade);
        assertThat(store().remove(new BoxId("other"))).isFalse();
        assertThat(store().update(new BoxId("other"), box -> box)).isEmpty();
        assertRefused(ErrorCode.BOX_DUPLICATE, () -> store().insert(Records.plain("b")));
        assertThat(file).hasContent(handmade);
    }

    @Test
    void keepsWhatANewerVersionWroteWhenItChangesAnotherRecord() throws IOException {
        store().insert(Records.plain("b"));
        store().insert(Records.plain("c"));
        Files.writeString(file, Files.readString(file).replace("\"id\" : \"b\"", "\"id\" : \"b\", \"newer\" : 1.50"));
        String before = Files.readString(file);
        store().update(new BoxId("c"), BoxRecord::withClosing);
        store().update(ID, BoxRecord::withClosing);
        assertThat(Files.readString(file)).contains("\"newer\" : 1.50");
        assertThat(Files.readString(file).replace("\"closing\" : true", "\"closing\" : false"))
                .isEqualToIgnoringWhitespace(before);
    }

    @Test
    void refusesAChangeThatUsesTheStore() {
        store().insert(Records.plain("b"));
        assertThatThrownBy(() -> store().update(ID, box -> {
                    store().remove(ID);
                    return box;
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(store().update(ID, box -> store().get(ID).orElseThrow())).isPresent();
    }

    @Test
    void worksForAnInterruptedThreadAndKeepsTheInterrupt() {
        Thread.currentThread().interrupt();
        store().insert(Records.plain("b"));
        boolean found = store().get(ID).isPresent();
        store().update(ID, box -> {
            Thread.currentThread().interrupt();
            return box.withClosing();
        });
        assertThat(Thread.interrupted()).isTrue();
        assertThat(found).isTrue();
        assertThat(store().get(ID)).contains(Records.plain("b").withClosing());
    }

    @Test
    void namesTheFileWhenTheDirectoryCannotBeMade() throws IOException {
        Files.writeString(parent.resolve("state"), "a file");
        assertRefused(ErrorCode.STORE_FAILED, () -> store().insert(Records.plain("b")));
        assertRefused(ErrorCode.STORE_FAILED, () -> store().list());
        assertThatThrownBy(() -> store().insert(Records.plain("b"))).hasMessageContaining(file.toString());
    }

    @Test
    void doesNotTakeALinkToNowhereForAnEmptyStore() throws IOException {
        Files.createDirectories(directory);
        Files.createSymbolicLink(file, parent.resolve("unmounted"));
        assertRefused(ErrorCode.STORE_FAILED, () -> store().list());
        assertRefused(ErrorCode.STORE_FAILED, () -> store().insert(Records.plain("b")));
        assertThat(Files.isSymbolicLink(file)).isTrue();
    }

    @Test
    void doesNotTakeADirectoryOnAMissingDiskForAnEmptyStore() throws IOException {
        Files.createSymbolicLink(parent.resolve("state"), parent.resolve("unmounted"));
        assertRefused(ErrorCode.STORE_FAILED, () -> store().list());
        assertRefused(ErrorCode.STORE_FAILED, () -> store().insert(Records.plain("b")));
    }

    @Test
    void opensTheDefaultPlacesWithoutTouchingThem() {
        assertThat(FileStore.openDefault().toString()).contains("boxes.json");
        assertThat(FileTemplates.openDefault().toString()).contains("templates.json");
    }
}
