package ai.tinyhumans.tinybox.store;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.Text;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A JSON value of a store and where it stands. Every reading that does not succeed is {@code store.corrupt} and names file
 * and place. It quotes names, never other text, since that may be a secret.
 *
 * @param file the store's file
 * @param path the names from the root down, with slashes between; empty for the root
 * @param node the value
 */
record JsonPlace(Path file, String path, JsonNode node) {

    /** The value of a field that must be there. */
    JsonPlace at(String field) {
        return find(field).orElseThrow(() -> corrupt("has no field '" + field + "'"));
    }

    /** The value of a field, if there is such a field. */
    Optional<JsonPlace> find(String field) {
        return Optional.ofNullable(object().get(field)).map(value -> child(field, value));
    }

    /** The value of a field, if there is such a field and its value is not null. */
    Optional<JsonPlace> findNonNull(String field) {
        return find(field).filter(place -> !place.node.isNull());
    }

    /** All fields of an object, in order. */
    Map<String, JsonPlace> fields() {
        Map<String, JsonPlace> fields = new LinkedHashMap<>();
        object().properties().forEach(e -> fields.put(e.getKey(), child(e.getKey(), e.getValue())));
        return fields;
    }

    /** All elements of an array, in order. */
    List<JsonPlace> elements() {
        if (!node.isArray()) {
            throw corrupt("is not an array");
        }
        List<JsonPlace> elements = new ArrayList<>();
        node.forEach(value -> elements.add(child(String.valueOf(elements.size()), value)));
        return elements;
    }

    ObjectNode object() {
        if (node instanceof ObjectNode object) {
            return object;
        }
        throw corrupt("is not an object");
    }

    String text() {
        if (!node.isTextual()) {
            throw corrupt("is not text");
        }
        return node.textValue();
    }

    boolean flag() {
        if (!node.isBoolean()) {
            throw corrupt("is neither true nor false");
        }
        return node.booleanValue();
    }

    int int32() {
        if (!node.isIntegralNumber() || !node.canConvertToInt()) {
            throw corrupt("is not a whole number up to " + Integer.MAX_VALUE);
        }
        return node.intValue();
    }

    long int64() {
        if (!node.isIntegralNumber() || !node.canConvertToLong()) {
            throw corrupt("is not a whole number up to " + Long.MAX_VALUE);
        }
        return node.longValue();
    }

    /** The name of a variant: a bare text, or the only field of an object. */
    String tag() {
        if (node.isObject() && node.size() == 1) {
            return node.fieldNames().next();
        }
        if (!node.isTextual()) {
            throw corrupt("is neither the name of a variant nor an object of one");
        }
        return node.textValue();
    }

    /** What a variant holds. */
    JsonPlace content() {
        return at(tag());
    }

    /** Refuses a variant, as one that only a newer version knows. */
    TinyboxException unknownVariant() {
        return corrupt("has the variant '" + Text.printable(tag()) + "', which this version does not know");
    }

    /** Makes a value that checks itself, with its refusal as that of this place. */
    <T> T checked(Supplier<T> value) {
        try {
            return value.get();
        } catch (TinyboxException e) {
            if (e.code() == ErrorCode.STORE_CORRUPT) {
                throw e;
            }
            throw corrupt(file, where() + " is not acceptable: " + e.getMessage())
                    .cause(e)
                    .build();
        }
    }

    TinyboxException corrupt(String why) {
        return corrupt(file, where() + " " + why).build();
    }

    static TinyboxException.Builder corrupt(Path file, String why) {
        return TinyboxException.of(ErrorCode.STORE_CORRUPT, "store '" + file + "' is corrupt: " + why)
                .remedy("it was left as it is; repair it, or move it away to start with an empty one");
    }

    private String where() {
        return path.isEmpty() ? "its root" : "'" + Text.printable(path) + "'";
    }

    private JsonPlace child(String name, JsonNode value) {
        return new JsonPlace(file, path.isEmpty() ? name : path + "/" + name, value);
    }
}
