package ai.tinyhumans.tinybox.store;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.exec.ProcessRef;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.EgressAllowlist;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.Lifecycle;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.PortMapping;
import ai.tinyhumans.tinybox.spec.ProcessId;
import ai.tinyhumans.tinybox.spec.Resources;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/** Records to try things with. */
final class Records {

    static final Instant NOON = Instant.parse("2026-01-02T12:00:00.000000005Z");

    private Records() {}

    /** A specification of which everything that has a default has it. */
    static BoxSpec plainSpec() {
        return BoxSpec.builder(Placement.of("local", "namespace"), new WorkspaceSource.LocalDir("/w"))
                .build();
    }

    /** A specification of which nothing has its default. */
    static BoxSpec fullSpec() {
        return new BoxSpec(
                Placement.of("local", "passthrough"),
                Placement.of("build-7", "docker"),
                new WorkspaceSource.GitRepo("https://example.com/r.git", Optional.of("main")),
                new Resources(1500, ByteSize.ofMiB(512), 64, ByteSize.ofGiB(1)),
                new Lifecycle.Ephemeral(Duration.ofSeconds(90, 7)),
                NetworkPolicy.allowlist(EgressAllowlist.of(List.of("example.com", "10.0.0.1"), List.of(443, 80))),
                Grants.NONE
                        .readOnly("/opt/jdk", "/data")
                        .writable("/cache")
                        .denyRead("/data/keys")
                        .protect(".git/hooks", ".bashrc"),
                new Env(Map.of("TOKEN", "naïve")),
                new TreeSet<>(Set.of(PortMapping.dynamic(80), PortMapping.fixed(80, 8080))),
                IsolationLevel.KERNEL,
                Set.of(Constraint.FILESYSTEM),
                Set.of(Constraint.DISK, Constraint.CPU));
    }

    static BoxRecord plain(String id) {
        return new BoxRecord(
                new BoxId(id),
                Optional.of(UUID.nameUUIDFromBytes(id.getBytes(StandardCharsets.UTF_8))),
                BoxState.CREATING,
                plainSpec(),
                Optional.of(NOON),
                Optional.empty(),
                false,
                new TreeMap<>());
    }

    static BoxRecord full(String id) {
        Map<ProcessId, SpawnRecord> processes = Map.of(new ProcessId("proc-0"), fullProcess());
        return new BoxRecord(
                new BoxId(id),
                Optional.of(new UUID(1, 2)),
                BoxState.READY,
                fullSpec(),
                Optional.of(NOON.plusSeconds(1)),
                Optional.of(NOON.plusSeconds(2)),
                true,
                new TreeMap<>(processes));
    }

    static SpawnRecord plainProcess() {
        return new SpawnRecord("m-1", List.of("sleep", "9"), Optional.empty(), Optional.empty());
    }

    static SpawnRecord fullProcess() {
        return new SpawnRecord(
                "m-2",
                List.of("make", "a b", ""),
                Optional.of(new ProcessRef("m-2", 4711, "boot:99")),
                Optional.of(NOON.plusSeconds(3)));
    }
}
