package ai.tinyhumans.tinybox.spec;

import static ai.tinyhumans.tinybox.capability.Constraint.CPU;
import static ai.tinyhumans.tinybox.capability.Constraint.DISK;
import static ai.tinyhumans.tinybox.capability.Constraint.FILESYSTEM;
import static ai.tinyhumans.tinybox.capability.Constraint.MEMORY;
import static ai.tinyhumans.tinybox.capability.Constraint.NETWORK;
import static ai.tinyhumans.tinybox.capability.Constraint.PIDS;
import static ai.tinyhumans.tinybox.capability.Constraint.SUBPROCESS;
import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.error.ErrorCode;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;

class BoxSpecTest {

    private static final NetworkPolicy ALLOWLIST = NetworkPolicy.allowlist(EgressAllowlist.of("example.com", 443));
    private static final Set<Constraint> NONE = EnumSet.noneOf(Constraint.class);
    private static final Set<Constraint> ALL = EnumSet.allOf(Constraint.class);
    private static final Set<Constraint> LIMITS = EnumSet.of(CPU, MEMORY, PIDS, DISK);

    static final Arguments[] DEMANDS = {
        Arguments.of(NetworkPolicy.denied(), NONE, NONE, EnumSet.of(NETWORK, CPU, MEMORY, PIDS, DISK)),
        Arguments.of(NetworkPolicy.egress(), NONE, NONE, EnumSet.of(NETWORK, CPU, MEMORY, PIDS, DISK)),
        Arguments.of(ALLOWLIST, NONE, NONE, EnumSet.of(NETWORK, CPU, MEMORY, PIDS, DISK)),
        Arguments.of(NetworkPolicy.open(), NONE, NONE, LIMITS),
        Arguments.of(NetworkPolicy.denied(), NONE, EnumSet.of(NETWORK), LIMITS),
        Arguments.of(NetworkPolicy.egress(), NONE, EnumSet.of(NETWORK), LIMITS),
        Arguments.of(ALLOWLIST, NONE, EnumSet.of(NETWORK), EnumSet.of(NETWORK, CPU, MEMORY, PIDS, DISK)),
        Arguments.of(NetworkPolicy.open(), NONE, EnumSet.of(NETWORK), LIMITS),
        Arguments.of(NetworkPolicy.denied(), NONE, ALL, NONE),
        Arguments.of(NetworkPolicy.egress(), NONE, ALL, NONE),
        Arguments.of(ALLOWLIST, NONE, ALL, EnumSet.of(NETWORK)),
        Arguments.of(NetworkPolicy.open(), NONE, ALL, NONE),
        Arguments.of(NetworkPolicy.denied(), NONE, EnumSet.of(DISK, CPU), EnumSet.of(NETWORK, MEMORY, PIDS)),
        Arguments.of(NetworkPolicy.denied(), EnumSet.of(FILESYSTEM, SUBPROCESS), NONE, ALL),
        Arguments.of(NetworkPolicy.open(), EnumSet.of(NETWORK), LIMITS, EnumSet.of(NETWORK)),
        Arguments.of(NetworkPolicy.open(), EnumSet.of(DISK), NONE, LIMITS),
    };

    private static BoxSpec.Builder builder() {
        return BoxSpec.builder(Placement.of("local", "namespace"), new WorkspaceSource.LocalDir("/ws"));
    }

    @Test
    void defaultsReachNothingAndDemandEveryLimit() {
        BoxSpec spec = builder().build();
        assertThat(spec.network()).isEqualTo(NetworkPolicy.denied());
        assertThat(spec.resources()).isEqualTo(Resources.DEFAULT);
        assertThat(spec.lifecycle()).isEqualTo(Lifecycle.DEFAULT);
        assertThat(spec.grants()).isEqualTo(Grants.NONE);
        assertThat(spec.env()).isEqualTo(Env.EMPTY);
        assertThat(spec.ports()).isEmpty();
        assertThat(spec.floor()).isEqualTo(IsolationLevel.NONE);
        assertThat(spec.required()).isEmpty();
        assertThat(spec.accepted()).isEmpty();
        assertThat(spec.isColocated()).isTrue();
        assertThat(spec.demands()).containsExactly(NETWORK, CPU, MEMORY, PIDS, DISK);
    }

    // B146: an allowlist is always a demand, so a sandbox that enforces none refuses it
    @ParameterizedTest
    @FieldSource("DEMANDS")
    void demandsFollowFromPoliciesAndWhatIsRequiredAndAccepted(
            NetworkPolicy network, Set<Constraint> required, Set<Constraint> accepted, Set<Constraint> demands) {
        BoxSpec spec = builder()
                .network(network)
                .require(required.toArray(Constraint[]::new))
                .accept(accepted.toArray(Constraint[]::new))
                .build();
        assertThat(spec.demands()).containsExactlyElementsOf(demands);
    }

    @Test
    void grantsOfFilesDemandThatTheyAreEnforced() {
        BoxSpec.Builder granted = builder().grants(Grants.NONE.protect(".git/hooks"));
        assertThat(granted.build().demands()).contains(FILESYSTEM);
        assertThat(granted.accept(FILESYSTEM).build().demands()).doesNotContain(FILESYSTEM);
    }

    @ParameterizedTest
    @EnumSource
    void refusesAConstraintBothRequiredAndAccepted(Constraint constraint) {
        BoxSpec.Builder builder = builder().require(constraint).accept(CPU, constraint);
        assertRefused(ErrorCode.ARGUMENT_INVALID, builder::build)
                .hasMessage("constraint '" + constraint
                        + "' is both required and accepted unenforced; hint: drop one of the two");
    }

    @Test
    void unconfinedDemandsNothing() {
        BoxSpec spec = BoxSpec.unconfined(Path.of("/ws"));
        assertThat(spec.demands()).isEmpty();
        assertThat(spec.network()).isEqualTo(NetworkPolicy.open());
        assertThat(spec.floor()).isEqualTo(IsolationLevel.NONE);
        assertThat(spec.workspace()).hasToString("local/passthrough");
        assertThat(spec.source()).isEqualTo(WorkspaceSource.localDir(Path.of("/ws")));
    }

    // B146
    @Test
    void evenAnUnconfinedBoxDemandsAnAllowlist() {
        BoxSpec spec = BoxSpec.unconfined(Path.of("/ws")).toBuilder()
                .network(ALLOWLIST)
                .build();
        assertThat(spec.demands()).containsExactly(NETWORK);
    }

    @Test
    void changingTheDemandsChangesNothing() {
        BoxSpec spec = builder().build();
        spec.demands().clear();
        assertThat(spec.demands()).isNotEmpty();
    }

    @Test
    void runnerAndWorkspaceMayBeApart() {
        BoxSpec spec = builder().runner(Placement.of("local", "passthrough")).build();
        assertThat(spec.isColocated()).isFalse();
        assertThat(spec.runner()).hasToString("local/passthrough");
        assertThat(spec.workspace()).hasToString("local/namespace");
    }

    @Test
    void keepsItsOwnCopiesInItsOwnOrder() {
        SortedSet<PortMapping> ports = new TreeSet<>(Collections.<PortMapping>reverseOrder());
        ports.addAll(List.of(PortMapping.dynamic(1), PortMapping.dynamic(2)));
        Set<Constraint> required = EnumSet.of(DISK);
        Set<Constraint> accepted = EnumSet.of(CPU);
        BoxSpec like = builder().build();
        BoxSpec spec = new BoxSpec(
                like.runner(),
                like.workspace(),
                like.source(),
                like.resources(),
                like.lifecycle(),
                like.network(),
                like.grants(),
                like.env(),
                ports,
                like.floor(),
                required,
                accepted);
        ports.clear();
        required.clear();
        accepted.addAll(ALL);
        assertThat(spec.ports()).containsExactly(PortMapping.dynamic(1), PortMapping.dynamic(2));
        assertThat(spec.required()).containsExactly(DISK);
        assertThat(spec.accepted()).containsExactly(CPU);
        assertThatThrownBy(() -> spec.accepted().add(DISK)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> spec.required().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> spec.ports().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void showsNoValueOfItsEnvironment() {
        assertThat(builder().env("TOKEN", "secret").build().toString())
                .contains("TOKEN")
                .doesNotContain("secret");
    }
}
