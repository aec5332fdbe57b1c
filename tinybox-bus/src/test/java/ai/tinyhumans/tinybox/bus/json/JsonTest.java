package ai.tinyhumans.tinybox.bus.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":1,\"a\":2}", "{} x", "{", "\u0000\u0000", "{a:1}", "", " \n"})
    void refusesWhatIsNotExactlyOneValue(String text) {
        assertThatThrownBy(() -> Json.parse(text.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IOException.class);
    }

    @Test
    void refusesWhatIsNotUtf8() {
        for (Charset other : List.of(StandardCharsets.UTF_16, StandardCharsets.ISO_8859_1)) {
            assertThatThrownBy(() -> Json.parse("{\"a\":\"é\"}".getBytes(other)))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void writesADocumentThatEndsInALineFeed() {
        byte[] document = Json.document(Json.object().put("naïve", 1));
        assertThat(new String(document, StandardCharsets.UTF_8)).isEqualTo("{\n  \"naïve\" : 1\n}\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1e400}",
                "{\"a\":0.12345678901234567890123456789}",
                "{\"a\":1.50}",
                "{\"a\":18446744073709551616}",
                "{\"\\udcff\":\"\\udc80 \uD83D\uDE00 \\ud800\"}",
                "{\"\\\\udc80\":\"\\\\\\\\ud83d \\\\\\udc80\"}"
            })
    void losesNothingOfWhatItReads(String text) throws IOException {
        String line = Json.line(Json.parse(text.getBytes(StandardCharsets.UTF_8)));
        assertThat(line).isEqualToIgnoringCase(text.replace("1e400", "1E+400"));
        assertThat(Json.parse(Json.document(Json.parse(line.getBytes(StandardCharsets.UTF_8)))))
                .isEqualTo(Json.parse(text.getBytes(StandardCharsets.UTF_8)));
    }
}
