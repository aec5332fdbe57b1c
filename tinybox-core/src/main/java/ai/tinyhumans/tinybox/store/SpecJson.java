package ai.tinyhumans.tinybox.store;

import ai.tinyhumans.tinybox.bus.json.Json;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.EgressAllowlist;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.Lifecycle;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.PortMapping;
import ai.tinyhumans.tinybox.spec.Resources;
import ai.tinyhumans.tinybox.spec.SnapshotId;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Specifications in JSON, by the rules of {@link BoxJson}. A policy that is missing is the default one, the strictest. */
final class SpecJson {

    private SpecJson() {}

    static BoxSpec read(JsonPlace spec) {
        Placement workspace = placement(spec.at("workspace"));
        return spec.checked(() -> new BoxSpec(
                spec.find("runner").map(SpecJson::placement).orElse(workspace),
                workspace,
                source(spec.at("source")),
                spec.find("resources").map(SpecJson::resources).orElse(Resources.DEFAULT),
                spec.find("lifecycle").map(SpecJson::lifecycle).orElse(Lifecycle.DEFAULT),
                spec.find("network").map(SpecJson::network).orElseGet(NetworkPolicy::denied),
                spec.find("grants").map(GrantsJson::read).orElse(Grants.NONE),
                spec.find("env").map(SpecJson::env).orElse(Env.EMPTY),
                spec.find("ports").map(SpecJson::ports).orElseGet(TreeSet::new),
                spec.find("floor")
                        .map(floor -> Variants.constant(IsolationLevel.class, floor))
                        .orElse(IsolationLevel.NONE),
                spec.find("required").map(SpecJson::constraints).orElse(Set.of()),
                spec.find("accepted").map(SpecJson::constraints).orElse(Set.of())));
    }

    static ObjectNode write(BoxSpec spec, @Nullable JsonNode old) {
        ObjectNode node = Variants.over(old);
        node.set("runner", placement(spec.runner(), node.get("runner")));
        node.set("workspace", placement(spec.workspace(), node.get("workspace")));
        node.set("source", source(spec.source(), node.get("source")));
        node.set("resources", resources(spec.resources(), node.get("resources")));
        node.set("lifecycle", lifecycle(spec.lifecycle(), node.get("lifecycle")));
        node.set("network", network(spec.network(), node.get("network")));
        node.set("grants", GrantsJson.write(spec.grants(), node.get("grants")));
        node.set("env", env(spec.env()));
        node.set("ports", ports(spec.ports(), node.get("ports")));
        node.put("floor", Variants.name(spec.floor()));
        node.set("required", constraints(spec.required()));
        node.set("accepted", constraints(spec.accepted()));
        return node;
    }

    private static Placement placement(JsonPlace place) {
        return place.checked(
                () -> Placement.of(place.at("host").text(), place.at("sandbox").text()));
    }

    private static ObjectNode placement(Placement placement, @Nullable JsonNode old) {
        return Variants.over(old)
                .put("host", placement.host().value())
                .put("sandbox", placement.sandbox().value());
    }

    private static WorkspaceSource source(JsonPlace source) {
        return source.checked(() -> switch (source.tag()) {
            case "LocalDir" -> new WorkspaceSource.LocalDir(source.content().text());
            case "OciImage" -> new WorkspaceSource.OciImage(source.content().text());
            case "Snapshot" ->
                new WorkspaceSource.Snapshot(new SnapshotId(source.content().text()));
            case "GitRepo" ->
                new WorkspaceSource.GitRepo(
                        source.content().at("url").text(),
                        source.content().findNonNull("rev").map(JsonPlace::text));
            default -> throw source.unknownVariant();
        });
    }

    private static ObjectNode source(WorkspaceSource source, @Nullable JsonNode old) {
        return source.match(
                directory -> Variants.around("LocalDir", TextNode.valueOf(directory.path())),
                image -> Variants.around("OciImage", TextNode.valueOf(image.reference())),
                snapshot -> Variants.around(
                        "Snapshot", TextNode.valueOf(snapshot.id().value())),
                repository -> Variants.around(
                        "GitRepo",
                        Variants.over(Variants.content("GitRepo", old))
                                .put("url", repository.url())
                                .put("rev", repository.revision().orElse(null))));
    }

    private static Resources resources(JsonPlace limits) {
        return limits.checked(() -> new Resources(
                limits.at("cpu_millis").int32(),
                new ByteSize(limits.at("memory_bytes").int64()),
                limits.at("pids_max").int32(),
                new ByteSize(limits.at("disk_bytes").int64())));
    }

    private static ObjectNode resources(Resources limits, @Nullable JsonNode old) {
        return Variants.over(old)
                .put("cpu_millis", limits.cpuMillis())
                .put("memory_bytes", limits.memory().bytes())
                .put("pids_max", limits.pids())
                .put("disk_bytes", limits.disk().bytes());
    }

    private static Lifecycle lifecycle(JsonPlace lifecycle) {
        return lifecycle.checked(() -> switch (lifecycle.tag()) {
            case "Ephemeral" ->
                new Lifecycle.Ephemeral(TimeJson.duration(lifecycle.content().at("ttl")));
            case "Persistent" ->
                new Lifecycle.Persistent(
                        lifecycle.content().findNonNull("autosnapshot").map(TimeJson::duration));
            default -> throw lifecycle.unknownVariant();
        });
    }

    private static ObjectNode lifecycle(Lifecycle lifecycle, @Nullable JsonNode old) {
        return lifecycle.match(
                ephemeral -> {
                    ObjectNode content = Variants.over(Variants.content("Ephemeral", old));
                    content.set("ttl", TimeJson.duration(Optional.of(ephemeral.ttl()), content.get("ttl")));
                    return Variants.around("Ephemeral", content);
                },
                persistent -> {
                    ObjectNode content = Variants.over(Variants.content("Persistent", old));
                    content.set(
                            "autosnapshot", TimeJson.duration(persistent.autosnapshot(), content.get("autosnapshot")));
                    return Variants.around("Persistent", content);
                });
    }

    private static NetworkPolicy network(JsonPlace network) {
        return network.checked(() -> switch (network.tag()) {
            case "Denied" -> NetworkPolicy.denied();
            case "Egress" -> NetworkPolicy.egress();
            case "Open" -> NetworkPolicy.open();
            case "Allowlist" -> NetworkPolicy.allowlist(allowlist(network.content()));
            default -> throw network.unknownVariant();
        });
    }

    private static EgressAllowlist allowlist(JsonPlace allowlist) {
        return EgressAllowlist.of(
                BoxJson.texts(allowlist.at("hosts")),
                allowlist.at("ports").elements().stream().map(JsonPlace::int32).toList());
    }

    private static JsonNode network(NetworkPolicy network, @Nullable JsonNode old) {
        return network.match(
                () -> TextNode.valueOf("Denied"),
                () -> TextNode.valueOf("Egress"),
                allowlist -> {
                    ObjectNode content = Variants.over(Variants.content("Allowlist", old));
                    content.set("hosts", BoxJson.texts(allowlist.hosts()));
                    ArrayNode ports = content.putArray("ports");
                    allowlist.ports().forEach(ports::add);
                    return Variants.around("Allowlist", content);
                },
                () -> TextNode.valueOf("Open"));
    }

    private static Env env(JsonPlace env) {
        Map<String, String> variables = new LinkedHashMap<>();
        env.fields().forEach((name, value) -> variables.put(name, value.text()));
        return env.checked(() -> new Env(variables));
    }

    private static ObjectNode env(Env env) {
        ObjectNode node = Json.object();
        env.variables().forEach(node::put);
        return node;
    }

    private static SortedSet<PortMapping> ports(JsonPlace ports) {
        return ports.elements().stream().map(SpecJson::port).collect(Collectors.toCollection(TreeSet::new));
    }

    private static PortMapping port(JsonPlace port) {
        return port.checked(() -> new PortMapping(
                port.at("guest").int32(),
                port.findNonNull("host")
                        .map(host -> OptionalInt.of(host.int32()))
                        .orElseGet(OptionalInt::empty)));
    }

    private static ArrayNode ports(SortedSet<PortMapping> ports, @Nullable JsonNode old) {
        ArrayNode array = Json.object().arrayNode();
        for (PortMapping port : ports) {
            ObjectNode node = Variants.over(element(old, port));
            node.put("guest", port.guest());
            if (port.host().isPresent()) {
                node.put("host", port.host().getAsInt());
            } else {
                node.putNull("host");
            }
            array.add(node);
        }
        return array;
    }

    private static @Nullable JsonNode element(@Nullable JsonNode old, PortMapping port) {
        if (old != null) {
            for (JsonNode node : old) {
                OptionalInt host = node.path("host").isInt()
                        ? OptionalInt.of(node.path("host").intValue())
                        : OptionalInt.empty();
                if (node.path("guest").intValue() == port.guest() && host.equals(port.host())) {
                    return node;
                }
            }
        }
        return null;
    }

    private static Set<Constraint> constraints(JsonPlace constraints) {
        return constraints.elements().stream()
                .map(constraint -> Variants.constant(Constraint.class, constraint))
                .collect(Collectors.toSet());
    }

    private static ArrayNode constraints(Set<Constraint> constraints) {
        return BoxJson.texts(constraints.stream().map(Variants::name).toList());
    }
}
