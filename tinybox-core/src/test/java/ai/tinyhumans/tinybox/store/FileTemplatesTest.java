package ai.tinyhumans.tinybox.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.spec.SnapshotId;
import ai.tinyhumans.tinybox.spec.TemplateName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileTemplatesTest extends TemplatesContract {

    @TempDir
    private Path directory;

    @Override
    Templates templates() {
        return FileTemplates.open(directory);
    }

    @Test
    void keepsNamesInAFileOfTheirOwn() throws IOException {
        FileStore.open(directory).insert(Records.plain("b"));
        templates().save(new TemplateName("python"), new SnapshotId("snap-1"));
        assertThat(directory.resolve("templates.json")).hasContent("{\n  \"python\" : \"snap-1\"\n}\n".stripTrailing());
        Files.writeString(directory.resolve("templates.json"), "{");
        assertThat(FileStore.open(directory).list()).containsExactly(Records.plain("b"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"..\":\"s\"}", "{\"t\":\"a b\"}", "{\"t\":1}", "{\"t\":{}}", "[]", "\"t\"", "", "{\"t\""})
    void refusesToReadOrChangeACorruptFile(String content) throws IOException {
        Path file = directory.resolve("templates.json");
        Files.writeString(file, content);
        StoreContract.assertRefused(ErrorCode.STORE_CORRUPT, () -> templates().list());
        StoreContract.assertRefused(ErrorCode.STORE_CORRUPT, () -> templates().remove(new TemplateName("t")));
        assertThatThrownBy(() -> templates().save(new TemplateName("t"), new SnapshotId("s")))
                .hasMessageContaining(file.toString());
        assertThat(file).hasContent(content);
    }
}
