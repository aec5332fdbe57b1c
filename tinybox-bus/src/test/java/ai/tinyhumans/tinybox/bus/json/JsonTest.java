package ai.tinyhumans.tinybox.bus.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":1,\"a\":2}", "{} x", "{", "\u0000\u0000", "{a:1}"})
    void refusesWhatIsNotExactlyOneValue(String text) {
        assertThatThrownBy(() -> Json.parse(text.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IOException.class);
    }

    @Test
    void writesADocumentThatEndsInALineFeed() {
        byte[] document = Json.document(Json.object().put("naïve", 1));
        assertThat(new String(document, StandardCharsets.UTF_8)).isEqualTo("{\n  \"naïve\" : 1\n}\n");
    }
}
