package ai.tinyhumans.tinybox.store;

import ai.tinyhumans.tinybox.bus.json.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Variants in JSON, spelled as serde does: {@code "Name"}, or {@code {"Name":content}} where there is content; and the rule
 * by which an object is written over its old self, so that fields of a newer version stay.
 */
final class Variants {

    private Variants() {}

    /** The spelling of a constant: {@code READY} is {@code Ready}. */
    static String name(Enum<?> constant) {
        return Arrays.stream(constant.name().split("_", -1))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }

    static <E extends Enum<E>> E constant(Class<E> type, JsonPlace place) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> name(constant).equals(place.text()))
                .findFirst()
                .orElseThrow(place::unknownVariant);
    }

    /** A variant around new content. */
    static ObjectNode around(String tag, JsonNode content) {
        return Json.object().set(tag, content);
    }

    /** The content of the old value if it is the same variant. */
    static @Nullable JsonNode content(String tag, @Nullable JsonNode old) {
        return old == null ? null : old.get(tag);
    }

    /** The object to write into: the old one, whose other fields stay, or a new one. */
    static ObjectNode over(@Nullable JsonNode old) {
        return old instanceof ObjectNode object ? object : Json.object();
    }
}
