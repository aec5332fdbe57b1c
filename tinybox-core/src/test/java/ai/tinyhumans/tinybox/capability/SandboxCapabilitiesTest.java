package ai.tinyhumans.tinybox.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SandboxCapabilitiesTest {

    @ParameterizedTest
    @EnumSource
    void nothingSupportsNothing(Capability capability) {
        assertThat(SandboxCapabilities.NOTHING.supports(capability)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void nothingEnforcesNothing(Constraint constraint) {
        assertThat(SandboxCapabilities.NOTHING.enforcement(constraint)).isEqualTo(Enforcement.UNSUPPORTED);
    }

    @ParameterizedTest
    @CsvSource({"NONE, false, false", "FILESYSTEM, true, false", "FILESYSTEM_AND_MEMORY, true, true"})
    void snapshotCapabilitiesFollowTheSnapshotSupport(SnapshotSupport snapshot, boolean files, boolean memory) {
        SandboxCapabilities declared =
                new SandboxCapabilities(IsolationLevel.KERNEL, snapshot, EnumSet.noneOf(Capability.class), Map.of());
        assertThat(declared.supports(Capability.FILESYSTEM_SNAPSHOT)).isEqualTo(files);
        assertThat(declared.supports(Capability.MEMORY_SNAPSHOT)).isEqualTo(memory);
    }

    @ParameterizedTest
    @EnumSource(names = {"FILESYSTEM_SNAPSHOT", "MEMORY_SNAPSHOT"})
    void refusesASecondHomeForSnapshotCapabilities(Capability capability) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SandboxCapabilities(
                        IsolationLevel.NONE, SnapshotSupport.FILESYSTEM, Set.of(capability), Map.of()));
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"FILESYSTEM_SNAPSHOT", "MEMORY_SNAPSHOT"})
    void supportsExactlyTheExtrasItDeclares(Capability capability) {
        SandboxCapabilities declared =
                new SandboxCapabilities(IsolationLevel.NONE, SnapshotSupport.NONE, Set.of(capability), Map.of());
        assertThat(Arrays.stream(Capability.values()).filter(declared::supports).collect(Collectors.toSet()))
                .containsExactly(capability);
    }

    @Test
    void enforcementIsAsDeclaredAndElseUnsupported() {
        SandboxCapabilities declared = new SandboxCapabilities(
                IsolationLevel.HARDWARE,
                SnapshotSupport.NONE,
                Set.of(),
                Map.of(Constraint.NETWORK, Enforcement.ENFORCED, Constraint.CPU, Enforcement.BEST_EFFORT));
        assertThat(declared.enforcement(Constraint.NETWORK)).isEqualTo(Enforcement.ENFORCED);
        assertThat(declared.enforcement(Constraint.CPU)).isEqualTo(Enforcement.BEST_EFFORT);
        assertThat(declared.enforcement(Constraint.DISK)).isEqualTo(Enforcement.UNSUPPORTED);
    }

    @Test
    void keepsItsOwnCopies() {
        Set<Capability> extras = EnumSet.of(Capability.FORK);
        Map<Constraint, Enforcement> constraints = new EnumMap<>(Constraint.class);
        SandboxCapabilities declared =
                new SandboxCapabilities(IsolationLevel.NONE, SnapshotSupport.NONE, extras, constraints);
        extras.add(Capability.DETACH);
        constraints.put(Constraint.DISK, Enforcement.ENFORCED);
        assertThat(declared.supports(Capability.DETACH)).isFalse();
        assertThat(declared.enforcement(Constraint.DISK)).isEqualTo(Enforcement.UNSUPPORTED);
        assertThatThrownBy(() -> declared.extras().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> declared.constraints().put(Constraint.CPU, Enforcement.ENFORCED))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    /** The order in which demands are checked and reported. */
    @Test
    void constraintsAreOrderedAndSpelledAsMessagesShowThem() {
        assertThat(Constraint.values())
                .extracting(Constraint::toString)
                .containsExactly("filesystem", "network", "cpu", "memory", "pids", "disk", "subprocess");
        assertThat(Enforcement.values())
                .extracting(Enforcement::toString)
                .containsExactly("unsupported", "best effort", "enforced");
    }
}
