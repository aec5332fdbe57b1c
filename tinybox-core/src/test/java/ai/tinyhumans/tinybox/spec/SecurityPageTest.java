package ai.tinyhumans.tinybox.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SecurityPageTest {

    @Test
    void listsEveryRefusedMetadataEndpointAndNoOther() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "security.md"));
        assertThat(listed(page, "- names: ")).isEqualTo(MetadataEndpoints.NAMES);
        assertThat(listed(page, "- addresses: ")).isEqualTo(MetadataEndpoints.ADDRESSES);
    }

    private static Set<String> listed(String page, String start) {
        String line =
                page.lines().filter(each -> each.startsWith(start)).findFirst().orElseThrow();
        return Arrays.stream(line.substring(start.length()).split(", ", -1))
                .map(entry -> entry.replace("`", ""))
                .collect(Collectors.toSet());
    }
}
