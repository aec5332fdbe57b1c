package ai.tinyhumans.tinybox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.BoxInfo;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.capability.SnapshotSupport;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.store.BoxState;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ViewsTest {

    @Test
    void showsNoPasswordOfARepository() {
        BoxSpec spec = BoxSpec.builder(
                        Placement.of("local", "docker"), WorkspaceSource.gitRepo("https://me:s3cret@host/r.git"))
                .build();
        BoxInfo box = new BoxInfo(
                new BoxId("b"),
                BoxState.READY,
                spec,
                Optional.empty(),
                Optional.empty(),
                new SandboxCapabilities(IsolationLevel.KERNEL, SnapshotSupport.NONE, Set.of(), Map.of()),
                Set.of());
        assertThat(Views.box(box).get("source").get("value").asText()).isEqualTo("https://***@host/r.git");
        assertThat(Views.box(box).toString() + box + Views.origin(spec.source()))
                .doesNotContain("s3cret");
    }
}
