package ai.tinyhumans.tinybox.store;

import ai.tinyhumans.tinybox.bus.json.Json;
import ai.tinyhumans.tinybox.exec.ProcessRef;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.ProcessId;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Records of boxes in JSON. Whatever a store of an older version cannot have has a default; whatever only a newer version
 * knows is ignored when read and kept when written.
 */
final class BoxJson {

    private BoxJson() {}

    /** Reads the record that stands under a name. */
    static BoxRecord read(String name, JsonPlace box) {
        BoxId id = box.checked(() -> new BoxId(name));
        if (!box.at("id").text().equals(name)) {
            throw box.at("id").corrupt("is not the name it stands under");
        }
        return new BoxRecord(
                id,
                box.findNonNull("token").map(BoxJson::token),
                Variants.constant(BoxState.class, box.at("state")),
                SpecJson.read(box.at("spec")),
                // a moment that cannot be read is an unknown one, and a box of unknown age never expires
                box.find("created_at").flatMap(time -> TimeJson.instant(time.node())),
                box.findNonNull("renewed_at").map(TimeJson::instant),
                box.find("closing").map(JsonPlace::flag).orElse(false),
                box.find("processes").map(BoxJson::processes).orElseGet(TreeMap::new));
    }

    /** Writes a record over the old one of its name, if there is one. */
    static ObjectNode write(BoxRecord box, @Nullable JsonNode old) {
        ObjectNode node = Variants.over(old);
        node.put("id", box.id().value());
        node.put("state", Variants.name(box.state()));
        node.set("spec", SpecJson.write(box.spec(), node.get("spec")));
        node.set("created_at", TimeJson.instant(box.createdAt(), node.get("created_at")));
        node.set("renewed_at", TimeJson.instant(box.renewedAt(), node.get("renewed_at")));
        box.token().ifPresent(token -> node.put("token", token.toString()));
        node.put("closing", box.closing());
        node.set("processes", processes(box.processes(), node.get("processes")));
        return node;
    }

    private static UUID token(JsonPlace token) {
        try {
            return UUID.fromString(token.text());
        } catch (IllegalArgumentException e) {
            throw token.corrupt("is no UUID");
        }
    }

    private static SortedMap<ProcessId, SpawnRecord> processes(JsonPlace processes) {
        SortedMap<ProcessId, SpawnRecord> records = new TreeMap<>();
        processes
                .fields()
                .forEach((name, process) -> records.put(
                        process.checked(() -> new ProcessId(name)),
                        new SpawnRecord(
                                process.at("marker").text(),
                                texts(process.at("argv")),
                                process.findNonNull("ref").map(BoxJson::ref),
                                process.findNonNull("started_at").map(TimeJson::instant))));
        return records;
    }

    private static ObjectNode processes(Map<ProcessId, SpawnRecord> records, @Nullable JsonNode old) {
        ObjectNode node = Variants.over(old);
        node.retain(records.keySet().stream().map(ProcessId::value).toList());
        records.forEach((id, record) -> node.set(id.value(), process(record, node.get(id.value()))));
        return node;
    }

    private static ObjectNode process(SpawnRecord process, @Nullable JsonNode old) {
        ObjectNode node = Variants.over(old);
        node.put("marker", process.marker());
        node.set("argv", texts(process.argv()));
        node.set("ref", ref(process.ref(), node.get("ref")));
        node.set("started_at", TimeJson.instant(process.startedAt(), node.get("started_at")));
        return node;
    }

    private static ProcessRef ref(JsonPlace ref) {
        return new ProcessRef(
                ref.at("marker").text(),
                ref.at("pid").int64(),
                ref.at("incarnation").text());
    }

    private static JsonNode ref(Optional<ProcessRef> ref, @Nullable JsonNode old) {
        return ref.<JsonNode>map(known -> Variants.over(old)
                        .put("marker", known.marker())
                        .put("pid", known.pid())
                        .put("incarnation", known.incarnation()))
                .orElseGet(NullNode::getInstance);
    }

    static List<String> texts(JsonPlace array) {
        return array.elements().stream().map(JsonPlace::text).toList();
    }

    static ArrayNode texts(Collection<String> texts) {
        ArrayNode array = Json.object().arrayNode();
        texts.forEach(array::add);
        return array;
    }
}
