package ai.tinyhumans.tinybox.store;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.bus.json.Json;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Lifecycle;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import ai.tinyhumans.tinybox.spec.ProcessId;
import ai.tinyhumans.tinybox.spec.SnapshotId;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BoxJsonTest {

    /** As a store of the first version has it, when time, ports and everything of ours were unknown. */
    private static final String OLDEST = """
            {"id":"b","state":"Ready","spec":{"workspace":{"host":"local","sandbox":"namespace"},"source":{"LocalDir":"/w"}}}
            """;

    private static BoxRecord read(JsonNode node) {
        return BoxJson.read("b", new JsonPlace(Path.of("/boxes.json"), "b", node));
    }

    private static JsonNode parse(String json) throws IOException {
        return Json.parse(json.getBytes(StandardCharsets.UTF_8));
    }

    private static void assertRoundTrip(BoxRecord box) throws IOException {
        assertThat(read(parse(Json.line(BoxJson.write(box, null))))).isEqualTo(box);
    }

    static Stream<Object[]> pairs() {
        return Stream.of(
                new Object[] {Records.plain("a"), Records.full("b")},
                new Object[] {Records.plainSpec(), Records.fullSpec()},
                new Object[] {Records.plainProcess(), Records.fullProcess()},
                new Object[] {Records.plainSpec().grants(), Records.fullSpec().grants()},
                new Object[] {
                    Records.plainSpec().resources(), Records.fullSpec().resources()
                });
    }

    /** Together with the round trip of the full record: a component that the codec forgets cannot come back. */
    @ParameterizedTest
    @MethodSource("pairs")
    void differsInEveryComponentOfTheRecordsThatAreTried(Record plain, Record full)
            throws ReflectiveOperationException {
        for (RecordComponent component : plain.getClass().getRecordComponents()) {
            assertThat(component.getAccessor().invoke(full))
                    .as("component '%s' of the full record, which must not have its default", component.getName())
                    .isNotEqualTo(component.getAccessor().invoke(plain));
        }
    }

    @Test
    void bringsBackEveryComponent() throws IOException {
        assertRoundTrip(Records.full("b"));
        assertRoundTrip(Records.plain("b"));
        assertRoundTrip(Records.plain("b").withProcess(new ProcessId("p"), Records.plainProcess()));
    }

    static Stream<BoxSpec> variants() {
        BoxSpec spec = Records.plainSpec();
        Stream<BoxSpec> sources = Stream.of(
                        new WorkspaceSource.LocalDir("/a b/\udcff/naïve"),
                        WorkspaceSource.ociImage("debian:12"),
                        WorkspaceSource.snapshot(new SnapshotId("s-1")),
                        WorkspaceSource.gitRepo("git@example.com:r"))
                .map(source -> BoxSpec.builder(spec.workspace(), source).build());
        Stream<BoxSpec> lifecycles = Stream.of(
                        Lifecycle.persistent(),
                        new Lifecycle.Persistent(Optional.empty()),
                        Lifecycle.ephemeral(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)))
                .map(lifecycle -> spec.toBuilder().lifecycle(lifecycle).build());
        Stream<BoxSpec> networks = Stream.of(NetworkPolicy.egress(), NetworkPolicy.open())
                .map(network -> spec.toBuilder().network(network).build());
        Stream<BoxSpec> floors = Arrays.stream(IsolationLevel.values())
                .map(floor -> spec.toBuilder().require(floor).build());
        Stream<BoxSpec> constraints =
                Stream.of(spec.toBuilder().accept(Constraint.values()).build());
        Stream<BoxSpec> env = Stream.of(spec.toBuilder()
                .env("A B\udc80", "\udcfe \"\n\u0001 \uD83D\uDE00")
                .build());
        return Stream.of(sources, lifecycles, networks, floors, constraints, env)
                .flatMap(s -> s);
    }

    @ParameterizedTest
    @MethodSource("variants")
    void bringsBackEveryVariant(BoxSpec spec) throws IOException {
        assertRoundTrip(BoxRecord.creating(Records.plain("b").id(), spec, Records.NOON));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void leavesNothingOfAnotherVariantItIsWrittenOver(BoxSpec spec) {
        BoxRecord box = BoxRecord.creating(Records.plain("b").id(), spec, Records.NOON);
        assertThat(read(BoxJson.write(box, BoxJson.write(Records.full("b"), null))))
                .isEqualTo(box);
        assertThat(read(BoxJson.write(Records.full("b"), BoxJson.write(box, null))))
                .isEqualTo(Records.full("b"));
    }

    @Test
    void spellsARecordAsOtherVersionsDo() throws IOException {
        assertThat(Json.line(BoxJson.write(Records.full("b"), null))).isEqualTo(Json.line(parse("""
                {"id":"b","state":"Ready","spec":{
                 "runner":{"host":"local","sandbox":"passthrough"},
                 "workspace":{"host":"build-7","sandbox":"docker"},
                 "source":{"GitRepo":{"url":"https://example.com/r.git","rev":"main"}},
                 "resources":{"cpu_millis":1500,"memory_bytes":536870912,"pids_max":64,"disk_bytes":1073741824},
                 "lifecycle":{"Ephemeral":{"ttl":{"secs":90,"nanos":7}}},
                 "network":{"Allowlist":{"hosts":["10.0.0.1","example.com"],"ports":[80,443]}},
                 "grants":{"read_only":["/data","/opt/jdk"],"writable":["/cache"],"deny_read":["/data/keys"],
                  "protected":[".git/hooks",".bashrc"]},
                 "env":{"TOKEN":"naïve"},
                 "ports":[{"guest":80,"host":null},{"guest":80,"host":8080}],
                 "floor":"Kernel","required":["Filesystem"],"accepted":["Cpu","Disk"]},
                 "created_at":{"secs_since_epoch":1767355201,"nanos_since_epoch":5},
                 "renewed_at":{"secs_since_epoch":1767355202,"nanos_since_epoch":5},
                 "token":"00000000-0000-0001-0000-000000000002",
                 "closing":true,
                 "processes":{"proc-0":{"marker":"m-2","argv":["make","a b",""],
                  "ref":{"marker":"m-2","pid":4711,"incarnation":"boot:99"},
                  "started_at":{"secs_since_epoch":1767355203,"nanos_since_epoch":5}}}}
                """)));
    }

    @Test
    void spellsVariantsAsOtherVersionsDo() {
        assertThat(variants().map(spec -> {
                    JsonNode node = SpecJson.write(spec, null);
                    return Stream.of("source", "lifecycle", "network", "floor")
                            .map(field -> Json.line(node.get(field)))
                            .toList();
                }))
                .flatExtracting(fields -> fields)
                .contains(
                        "{\"OciImage\":\"debian:12\"}",
                        "{\"Snapshot\":\"s-1\"}",
                        "{\"GitRepo\":{\"url\":\"git@example.com:r\",\"rev\":null}}",
                        "{\"Persistent\":{\"autosnapshot\":{\"secs\":60,\"nanos\":0}}}",
                        "{\"Persistent\":{\"autosnapshot\":null}}",
                        "\"Denied\"",
                        "\"Egress\"",
                        "\"Open\"",
                        "\"None\"",
                        "\"Process\"",
                        "\"Hardware\"");
        assertThat(Arrays.stream(BoxState.values()).map(Variants::name))
                .containsExactly("Creating", "Ready", "Running", "Paused", "Stopped", "Archived", "Failed");
        assertThat(Arrays.stream(Constraint.values()).map(Variants::name))
                .containsExactly("Filesystem", "Network", "Cpu", "Memory", "Pids", "Disk", "Subprocess");
    }

    @Test
    void loadsAnOlderRecordWithTheStrictestDefaults() throws IOException {
        BoxRecord box = read(parse(OLDEST));
        assertThat(box.spec()).isEqualTo(Records.plainSpec());
        assertThat(box.spec().accepted()).isEmpty();
        assertThat(box.spec().network()).isEqualTo(NetworkPolicy.denied());
        assertThat(box.spec().grants().isEmpty()).isTrue();
        assertThat(box.createdAt()).isEmpty();
        assertThat(box.renewedAt()).isEmpty();
        assertThat(box.closing()).isFalse();
        assertThat(box.processes()).isEmpty();
        assertThat(box.token()).isEmpty();
        assertThat(BoxJson.write(box, null).has("token")).isFalse();
    }

    @ParameterizedTest // B133
    @ValueSource(
            strings = {
                "null",
                "\"yesterday\"",
                "{}",
                "17",
                "{\"secs_since_epoch\":1}",
                "{\"secs_since_epoch\":\"1\",\"nanos_since_epoch\":0}",
                "{\"secs_since_epoch\":1,\"nanos_since_epoch\":1000000000}",
                "{\"secs_since_epoch\":1,\"nanos_since_epoch\":-1}",
                "{\"secs_since_epoch\":1.5,\"nanos_since_epoch\":0}",
                "{\"secs_since_epoch\":18446744073709551615,\"nanos_since_epoch\":0}",
                "{\"secs_since_epoch\":9223372036854775807,\"nanos_since_epoch\":0}"
            })
    void takesACreationTimeItCannotReadForUnknownAndKeepsIt(String time) throws IOException {
        JsonNode node = parse(OLDEST.replace("\"id\"", "\"created_at\":" + time + ",\"id\""));
        BoxRecord box = read(node);
        assertThat(box.createdAt()).isEmpty();
        assertThat(box.expiresAt()).isEmpty();
        JsonNode rewritten = BoxJson.write(box.withState(BoxState.PAUSED), node);
        assertThat(rewritten.get("created_at")).isEqualTo(parse(time));
    }

    @Test
    void takesASpanOfMoreThanItCanCountForTheLongestAndKeepsIt() throws IOException {
        String ttl = "{\"Ephemeral\":{\"ttl\":{\"secs\":18446744073709551615,\"nanos\":0}}}";
        JsonNode node = parse(OLDEST.replace("\"source\"", "\"lifecycle\":" + ttl + ",\"source\""));
        BoxRecord box = read(node);
        assertThat(box.spec().lifecycle()).isEqualTo(Lifecycle.ephemeral(Duration.ofSeconds(Long.MAX_VALUE)));
        assertThat(BoxJson.write(box.withState(BoxState.PAUSED), node).at("/spec/lifecycle"))
                .isEqualTo(parse(ttl));
    }

    @Test
    void keepsFieldsOfANewerVersionAtEveryLevel() throws IOException {
        String more = "\"newer\":{\"x\":[1.50,18446744073709551616]},";
        String json = Json.line(BoxJson.write(Records.full("b"), null))
                .replace("\"id\":", more + "\"id\":")
                .replace("\"host\":", more + "\"host\":")
                .replace("\"guest\":", more + "\"guest\":")
                .replace("\"url\":", more + "\"url\":")
                .replace("\"cpu_millis\":", more + "\"cpu_millis\":")
                .replace("\"read_only\":", more + "\"read_only\":")
                .replace("\"ttl\":", more + "\"ttl\":")
                .replace("\"secs\":", more + "\"secs\":")
                .replace("\"hosts\":", more + "\"hosts\":")
                .replace("\"runner\":", more + "\"runner\":")
                .replace("\"secs_since_epoch\":", more + "\"secs_since_epoch\":")
                .replace("\"marker\":", more + "\"marker\":")
                .replace("\"guest\":80,\"newer\":{\"x\":[1.50,18446744073709551616]},", "\"guest\":80,");
        JsonNode node = parse(json);
        BoxRecord box = read(node);
        assertThat(box).isEqualTo(Records.full("b"));
        BoxRecord changed = box.withState(BoxState.FAILED).withProcess(new ProcessId("proc-1"), Records.plainProcess());
        JsonNode rewritten = BoxJson.write(changed, node);
        assertThat(read(rewritten)).isEqualTo(changed);
        assertThat(Json.line(BoxJson.write(box, rewritten))).isEqualTo(json);
    }

    @Test
    void dropsVariablesAndProcessesThatAreGone() throws IOException {
        BoxRecord full = Records.full("b");
        BoxRecord less = new BoxRecord(
                full.id(),
                full.token(),
                full.state(),
                full.spec().toBuilder()
                        .env(new ai.tinyhumans.tinybox.spec.Env(Map.of()))
                        .build(),
                full.createdAt(),
                full.renewedAt(),
                full.closing(),
                full.withoutProcess(new ProcessId("proc-0")).processes());
        assertThat(read(BoxJson.write(less, BoxJson.write(full, null)))).isEqualTo(less);
    }
}
