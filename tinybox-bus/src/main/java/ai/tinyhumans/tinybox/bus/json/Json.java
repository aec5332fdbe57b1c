package ai.tinyhumans.tinybox.bus.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads and writes JSON trees, strictly: one value, no duplicate key, nothing after it. What is read and written again is
 * the same: numbers keep all their digits, and a lone surrogate, which stands for a byte that is not UTF-8, is escaped.
 * Thread-safe.
 */
public final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            // a double would round a number of a newer version, and turn 1e400 into text
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private static final DefaultIndenter TWO_SPACES = new DefaultIndenter("  ", "\n");

    /** Any escape, so that an escaped backslash is passed as a whole; with a group if it is one of a surrogate. */
    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u([dD][89a-fA-F][0-9a-fA-F]{2})|.)", Pattern.DOTALL);

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
        String text = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(utf8))
                .toString();
        JsonNode value = MAPPER.readTree(withRawSurrogates(text));
        if (value.isMissingNode()) {
            throw new EOFException("no JSON value");
        }
        return value;
    }

    /** Writes a value on one line. */
    public static String line(JsonNode value) {
        try {
            return wellFormed(MAPPER.writeValueAsString(value));
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
            return (wellFormed(MAPPER.writer(printer).writeValueAsString(value)) + "\n")
                    .getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree could not be written", e);
        }
    }

    /** Undoes {@link #wellFormed}: the parser takes a lone surrogate in a field's name as it is, but not escaped. */
    private static String withRawSurrogates(String json) {
        return ESCAPE.matcher(json)
                .replaceAll(escape -> Matcher.quoteReplacement(
                        escape.group(1) == null
                                ? escape.group()
                                : Character.toString(Integer.parseInt(escape.group(1), 16))));
    }

    /** Escapes what has no UTF-8: encoding would make a question mark of it. Surrogates stand in strings only. */
    private static String wellFormed(String json) {
        if (json.chars().noneMatch(c -> Character.isSurrogate((char) c))) {
            return json;
        }
        StringBuilder out = new StringBuilder(json.length());
        json.codePoints().forEach(c -> {
            if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                out.append(String.format("\\u%04x", c));
            } else {
                out.appendCodePoint(c);
            }
        });
        return out.toString();
    }
}
