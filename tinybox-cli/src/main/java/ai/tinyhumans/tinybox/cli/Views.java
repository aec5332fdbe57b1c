package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.BoxInfo;
import ai.tinyhumans.tinybox.BoxProcess;
import ai.tinyhumans.tinybox.ProviderInfo;
import ai.tinyhumans.tinybox.Reaped;
import ai.tinyhumans.tinybox.bus.json.Json;
import ai.tinyhumans.tinybox.capability.Capability;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.ResourceUsage;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.Resources;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.spi.Finding;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.BoxState;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** What is told to programs: JSON objects, units in the names of their fields, values of the environment left out. */
final class Views {

    private Views() {}

    /** An object of one array. */
    static <T> ObjectNode array(String name, Iterable<T> elements, Function<T, ObjectNode> view) {
        ObjectNode node = Json.object();
        ArrayNode array = node.putArray(name);
        elements.forEach(element -> array.add(view.apply(element)));
        return node;
    }

    /** An object of one name. */
    static ObjectNode named(String field, Object name) {
        return Json.object().put(field, name.toString());
    }

    static ObjectNode error(TinyboxException e) {
        ObjectNode node = Json.object();
        ObjectNode error =
                node.putObject("error").put("code", e.code().dotted()).put("message", e.getMessage());
        e.remedy().ifPresent(remedy -> error.put("remedy", remedy));
        return node;
    }

    static ObjectNode result(ExecResult result) {
        ObjectNode node = Json.object();
        node.set("exit", exit(result.exit()));
        bytes(node, "stdout", result.stdout());
        bytes(node, "stderr", result.stderr());
        node.set("usage", usage(result.usage()));
        if (!result.survivors().isEmpty()) {
            ArrayNode survivors = node.putArray("survivors");
            result.survivors()
                    .forEach(
                            left -> survivors.addObject().put("pid", left.pid()).put("command", left.command()));
        }
        return node;
    }

    private static ObjectNode exit(Exit exit) {
        return exit.match(
                exited -> named("kind", "exited").put("code", exited.code()),
                signaled -> named("kind", "signaled").put("signal", signaled.signal()),
                timedOut -> named("kind", "timedOut")
                        .put("budgetNanos", timedOut.budget().toNanos()),
                cancelled -> named("kind", "cancelled"),
                over -> named("kind", "limitHit")
                        .put("limit", over.kind().toString())
                        .put("value", over.limit()));
    }

    /** Text if the bytes are UTF-8, else base 64 under another name. */
    private static void bytes(ObjectNode node, String name, byte[] bytes) {
        try {
            node.put(
                    name,
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes))
                            .toString());
        } catch (CharacterCodingException e) {
            node.put(name + "Base64", bytes);
        }
    }

    private static ObjectNode usage(ResourceUsage usage) {
        ObjectNode node = Json.object()
                .put("userNanos", usage.user().toNanos())
                .put("systemNanos", usage.system().toNanos())
                .put("wallNanos", usage.wall().toNanos());
        usage.maxRss().ifPresent(size -> node.put("maxRssBytes", size.bytes()));
        return node;
    }

    static ObjectNode record(BoxRecord box) {
        return box(box.id(), box.state(), box.spec(), box.createdAt(), box.expiresAt())
                .put("closing", box.closing());
    }

    static ObjectNode box(BoxInfo box) {
        BoxSpec spec = box.spec();
        ObjectNode node = box(box.id(), box.state(), spec, box.createdAt(), box.expiresAt());
        node.put("network", spec.network().toString());
        Grants grants = spec.grants();
        ObjectNode files = node.putObject("grants");
        texts(files, "readOnly", grants.readOnly());
        texts(files, "writable", grants.writable());
        texts(files, "denyRead", grants.denyRead());
        texts(files, "protected", grants.protectedPaths());
        Resources limits = spec.resources();
        node.putObject("resources")
                .put("cpuMillis", limits.cpuMillis())
                .put("memoryBytes", limits.memory().bytes())
                .put("pids", limits.pids())
                .put("diskBytes", limits.disk().bytes());
        texts(node, "env", spec.env().variables().keySet());
        node.put("requiredIsolation", word(spec.floor()));
        declared(node, box.capabilities());
        ArrayNode unenforced = node.putArray("unenforced");
        Arrays.stream(Constraint.values())
                .filter(box.unenforced()::contains)
                .forEach(constraint -> unenforced.add(constraint.toString()));
        return node;
    }

    private static ObjectNode box(
            BoxId id, BoxState state, BoxSpec spec, Optional<Instant> createdAt, Optional<Instant> expiresAt) {
        Placement placement = spec.workspace();
        ObjectNode node = Json.object()
                .put("id", id.value())
                .put("state", state.toString())
                .put("host", placement.host().value())
                .put("sandbox", placement.sandbox().value());
        node.putObject("source").put("kind", spec.source().kind()).put("value", origin(spec.source()));
        createdAt.ifPresent(time -> node.put("createdAt", time.toString()));
        expiresAt.ifPresent(time -> node.put("expiresAt", time.toString()));
        return node;
    }

    private static void texts(ObjectNode node, String field, Iterable<?> texts) {
        ArrayNode array = node.putArray(field);
        texts.forEach(text -> array.add(text.toString()));
    }

    /** The one word by which a source is known. */
    static String origin(WorkspaceSource source) {
        return source.match(
                WorkspaceSource.LocalDir::path,
                WorkspaceSource.OciImage::reference,
                snapshot -> snapshot.id().value(),
                WorkspaceSource.GitRepo::shownUrl);
    }

    static ObjectNode process(BoxProcess process) {
        ObjectNode node = named("id", process.id()).put("running", process.running());
        texts(node, "argv", process.argv());
        process.startedAt().ifPresent(time -> node.put("startedAt", time.toString()));
        return node;
    }

    static ObjectNode reaped(Reaped reaped) {
        ObjectNode node = named("id", reaped.box());
        reaped.failure().ifPresent(e -> node.setAll(error(e)));
        return node;
    }

    static ObjectNode provider(ProviderInfo provider) {
        ObjectNode node = named("kind", word(provider.kind()))
                .put("name", provider.name())
                .put("origin", provider.origin())
                .put("usable", provider.probe().isUsable());
        ArrayNode findings = node.putArray("findings");
        provider.probe().findings().forEach(finding -> findings.add(finding(finding)));
        provider.capabilities().ifPresent(declared -> declared(node, declared));
        return node;
    }

    static ObjectNode benchmark(Benchmark.Result result) {
        ObjectNode node = named("id", result.id()).put("work", result.work()).put("unit", result.unit());
        ArrayNode series = node.putArray("series");
        for (Benchmark.Series one : result.series()) {
            series.addObject()
                    .put("contender", one.contender())
                    .put("samples", one.samples().size())
                    .put("p50", one.median())
                    .put("p90", one.quantile(0.9))
                    .put("p99", one.quantile(0.99));
        }
        node.put("measure", result.measure()).put("value", result.value());
        result.bar().ifPresent(bar -> node.put("atMost", bar));
        return node.put("held", result.isHeld());
    }

    private static ObjectNode finding(Finding finding) {
        ObjectNode node = named("subject", finding.subject());
        return finding.match(
                usable -> node.put("result", "usable").put("detail", usable.detail()),
                blocked -> node.put("result", "blocked").put("by", blocked.by()).put("remedy", blocked.remedy()),
                unknown -> node.put("result", "unknown").put("why", unknown.why()));
    }

    private static void declared(ObjectNode node, SandboxCapabilities declared) {
        node.put("isolation", word(declared.isolation()));
        ArrayNode capabilities = node.putArray("capabilities");
        Arrays.stream(Capability.values())
                .filter(declared::supports)
                .forEach(capability -> capabilities.add(word(capability)));
        ObjectNode enforcement = node.putObject("enforcement");
        for (Constraint constraint : Constraint.values()) {
            enforcement.put(
                    constraint.toString(), declared.enforcement(constraint).toString());
        }
    }

    /** A constant as people write it. */
    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
