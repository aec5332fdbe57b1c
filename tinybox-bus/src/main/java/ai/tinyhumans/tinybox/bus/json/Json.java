package ai.tinyhumans.tinybox.bus.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Reads and writes JSON trees, strictly: one value, no duplicate key, nothing after it. Thread-safe. */
public final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final DefaultIndenter TWO_SPACES = new DefaultIndenter("  ", "\n");

    private Json() {}

    /** Returns a new, empty object. */
    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /**
     * Parses one JSON value.
     *
     * @throws IOException if the bytes are not exactly one JSON value in UTF-8
     */
    public static JsonNode parse(byte[] utf8) throws IOException {
        return MAPPER.readTree(utf8);
    }

    /** Writes a value on one line. */
    public static String line(JsonNode value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree could not be written", e);
        }
    }

    /** Writes a value indented by two spaces, with a line feed at the end, in UTF-8. */
    public static byte[] document(JsonNode value) {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentArraysWith(TWO_SPACES);
        printer.indentObjectsWith(TWO_SPACES);
        try {
            return (MAPPER.writer(printer).writeValueAsString(value) + "\n").getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree could not be written", e);
        }
    }
}
