package ai.tinyhumans.tinybox.store;

import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.WorkspacePath;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Grants in JSON, by the rules of {@link BoxJson}. A list that is missing is empty. */
final class GrantsJson {

    private GrantsJson() {}

    static Grants read(JsonPlace grants) {
        return grants.checked(() -> new Grants(
                paths(grants, "read_only"), paths(grants, "writable"), paths(grants, "deny_read"), kept(grants)));
    }

    private static SortedSet<HostPath> paths(JsonPlace grants, String field) {
        SortedSet<HostPath> paths = new TreeSet<>();
        grants.find(field).ifPresent(array -> BoxJson.texts(array).forEach(path -> paths.add(new HostPath(path))));
        return paths;
    }

    private static Set<WorkspacePath> kept(JsonPlace grants) {
        Set<WorkspacePath> paths = new LinkedHashSet<>();
        grants.find("protected")
                .ifPresent(array -> BoxJson.texts(array).forEach(path -> paths.add(WorkspacePath.parse(path))));
        return paths;
    }

    static ObjectNode write(Grants grants, @Nullable JsonNode old) {
        ObjectNode node = Variants.over(old);
        node.set("read_only", texts(grants.readOnly()));
        node.set("writable", texts(grants.writable()));
        node.set("deny_read", texts(grants.denyRead()));
        node.set(
                "protected",
                BoxJson.texts(grants.protectedPaths().stream()
                        .map(WorkspacePath::toString)
                        .toList()));
        return node;
    }

    private static ArrayNode texts(SortedSet<HostPath> paths) {
        return BoxJson.texts(paths.stream().map(HostPath::value).toList());
    }
}
