package ai.tinyhumans.tinybox.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.tinyhumans.tinybox.bus.json.Json;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.BoxId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CorruptStoreTest {

    private static final BoxId ID = new BoxId("b");

    @TempDir
    private Path directory;

    private Path file;
    private FileStore store;
    private String whole;

    @BeforeEach
    void writeAWholeStore() throws IOException {
        file = directory.resolve("boxes.json");
        store = FileStore.open(directory);
        store.insert(Records.full("b"));
        whole = Json.line(Json.parse(Files.readAllBytes(file)));
    }

    /** Every call refuses by naming the file and the place, and the bytes stay. */
    private void assertCorrupt(byte[] content, String place) throws IOException {
        Files.write(file, content);
        for (ThrowingCallable call : Arrays.<ThrowingCallable>asList(
                store::list,
                store::allocateId,
                () -> store.get(ID),
                () -> store.get(new BoxId("other")),
                () -> store.insert(Records.plain("other")),
                () -> store.insertNew(id -> Records.plain(id.value())),
                () -> store.update(ID, BoxRecord::withClosing),
                () -> store.remove(ID))) {
            assertThatThrownBy(call)
                    .isInstanceOfSatisfying(
                            TinyboxException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_CORRUPT))
                    .hasMessageContainingAll(file.toString(), place)
                    .hasMessageNotContaining("naïve");
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(content);
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).containsExactlyInAnyOrder(file, directory.resolve("boxes.json.lock"));
        }
    }

    @Test // B127
    void refusesAFileOfNulBytes() throws IOException {
        assertCorrupt(new byte[(int) Files.size(file)], "is not JSON");
        assertCorrupt(new byte[1], "is not JSON");
        assertCorrupt(new byte[4096], "is not JSON");
    }

    @Test
    void refusesAFileThatIsCutOffAnywhere() throws IOException {
        byte[] bytes = whole.getBytes(StandardCharsets.UTF_8);
        for (int length = 1; length < bytes.length; length += 97) {
            assertCorrupt(Arrays.copyOf(bytes, length), "is not JSON");
        }
        assertCorrupt(new byte[0], "it is empty");
    }

    @Test
    void refusesAFileWhoseEndIsNulBytes() throws IOException {
        byte[] bytes = whole.getBytes(StandardCharsets.UTF_8);
        assertCorrupt(Arrays.copyOf(bytes, bytes.length + 1), "is not JSON");
        Arrays.fill(bytes, bytes.length / 2, bytes.length, (byte) 0);
        assertCorrupt(bytes, "is not JSON");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "[]", "\"b\"", "17", "true"})
    void refusesWhatIsNotAnObject(String content) throws IOException {
        assertCorrupt(content.getBytes(StandardCharsets.UTF_8), "its root is not an object");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{} {}", "{\"b\":null}{", "{\"a\":1,\"a\":2}", "{'a':1}", "{\"a\":1,}", " "})
    void refusesWhatIsNotJson(String content) throws IOException {
        assertCorrupt(content.getBytes(StandardCharsets.UTF_8), "is not JSON");
    }

    @Test
    void refusesAFileOfMoreBytesThanAStoreCanHave() throws IOException {
        byte[] content = new byte[(int) JsonFile.MAX_BYTES + 1];
        Files.write(file, content);
        assertThatThrownBy(store::list).hasMessageContainingAll(file.toString(), "more than 67108864 bytes");
        assertThatThrownBy(() -> store.remove(ID)).hasMessageContaining("more than 67108864 bytes");
        assertThat(file).hasSize(content.length);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"b\":{ | {\"../b\":{ | ../b",
                "{\"b\":{ | {\"\":{ | is not acceptable",
                "{\"b\":{ | {\"c\":{ | c/id",
                "{\"b\":{ | {\"b\":3,\"c\":{ | 'b' is not an object",
                "\"id\":\"b\" | \"id\":7 | b/id",
                "\"id\":\"b\", | `` | 'b' has no field 'id'",
                "\"Ready\" | \"ready\" | b/state",
                "\"Ready\" | \"Hibernated\" | Hibernated",
                "\"spec\" | \"sepc\" | no field 'spec'",
                "\"build-7\" | \"build 7\" | b/spec/workspace",
                "\"docker\" | \"..\" | b/spec/workspace",
                "\"passthrough\" | null | b/spec/runner/sandbox",
                "\"runner\":{ | \"runner\":null,\"x\":{ | b/spec/runner",
                "\"GitRepo\":{ | \"HgRepo\":{ | b/spec/source",
                "\"url\":\"https | \"url\":\"--upload-pack=https | b/spec/source",
                "\"source\":{ | \"source\":{\"Snapshot\":\"s\", | b/spec/source",
                "\"source\":{ | \"source\":{\"Snapshot\":\"a b\"},\"x\":{ | b/spec/source",
                "\"source\":{ | \"source\":{\"LocalDir\":\"rel\"},\"x\":{ | b/spec/source",
                "\"cpu_millis\":1500 | \"cpu_millis\":0 | b/spec/resources",
                "\"cpu_millis\":1500 | \"cpu_millis\":1.5 | b/spec/resources/cpu_millis",
                "\"pids_max\":64 | \"pids_max\":4294967295 | b/spec/resources/pids_max",
                "\"memory_bytes\":536870912 | \"memory_bytes\":18446744073709551615 | b/spec/resources/memory_bytes",
                "\"disk_bytes\":1073741824 | \"disk\":1 | b/spec/resources",
                "\"secs\":90,\"nanos\":7 | \"secs\":0,\"nanos\":0 | b/spec/lifecycle",
                "\"secs\":90 | \"secs\":-90 | b/spec/lifecycle/Ephemeral/ttl",
                "\"nanos\":7 | \"nanos\":1000000000 | b/spec/lifecycle/Ephemeral/ttl",
                "\"Ephemeral\":{ | \"Eternal\":{ | b/spec/lifecycle",
                "\"network\":{ | \"network\":\"open\",\"x\":{ | b/spec/network",
                "\"network\":{ | \"network\":null,\"x\":{ | b/spec/network",
                "\"network\":{ | \"network\":\"Allowlist\",\"x\":{ | b/spec/network",
                "\"10.0.0.1\" | \"169.254.169.254\" | b/spec/network",
                "\"example.com\" | \"*.example.com\" | b/spec/network",
                "[80,443] | [] | b/spec/network",
                "[80,443] | [80,65536] | b/spec/network",
                "\"TOKEN\":\"naïve\" | \"TOKEN\":[\"naïve\"] | b/spec/env/TOKEN",
                "\"TOKEN\":\"naïve\" | \"A=B\":\"naïve\" | b/spec/env",
                "\"guest\":80,\"host\":8080 | \"guest\":80,\"host\":0 | b/spec/ports/1",
                "\"guest\":80,\"host\":8080 | \"guest\":\"80\" | b/spec/ports/1/guest",
                "\"Kernel\" | \"kernel\" | b/spec/floor",
                "[\"Filesystem\"] | [\"Files\"] | b/spec/required/0",
                "[\"Filesystem\"] | [\"Disk\"] | b/spec",
                "\"accepted\":[ | \"accepted\":null,\"x\":[ | b/spec/accepted",
                "\"renewed_at\":{ | \"renewed_at\":\"now\",\"x\":{ | b/renewed_at",
                "\"closing\":true | \"closing\":\"yes\" | b/closing",
                "\"proc-0\" | \"proc/0\" | b/processes/proc/0",
                "\"argv\":[ | \"argv\":[1, | b/processes/proc-0/argv/0",
                "\"pid\":4711 | \"pid\":\"4711\" | b/processes/proc-0/ref/pid",
            })
    void refusesAHandEditedRecord(String from, String to, String place) throws IOException {
        assertThat(whole).contains(from);
        assertCorrupt(whole.replace(from, to).getBytes(StandardCharsets.UTF_8), place);
    }
}
