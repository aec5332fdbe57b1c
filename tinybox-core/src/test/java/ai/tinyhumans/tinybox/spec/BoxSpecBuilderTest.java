package ai.tinyhumans.tinybox.spec;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BoxSpecBuilderTest {

    private static final BoxSpec PLAIN = BoxSpec.builder(
                    Placement.of("local", "namespace"), new WorkspaceSource.LocalDir("/ws"))
            .build();

    /** Differs from the plain one in every part. */
    private static final BoxSpec FULL = BoxSpec.builder(
                    Placement.of("remote", "docker"), WorkspaceSource.ociImage("debian:12"))
            .runner(Placement.of("local", "passthrough"))
            .resources(Resources.DEFAULT.withPids(7))
            .lifecycle(Lifecycle.ephemeral(Duration.ofSeconds(9)))
            .network(NetworkPolicy.egress())
            .grants(Grants.NONE.readOnly("/opt/jdk"))
            .env("A", "1")
            .env("B", "2")
            .port(PortMapping.fixed(80, 8080))
            .ports(Set.of(PortMapping.dynamic(81), PortMapping.dynamic(82)))
            .require(IsolationLevel.KERNEL)
            .require(Constraint.FILESYSTEM, Constraint.SUBPROCESS)
            .accept(Constraint.DISK, Constraint.CPU)
            .build();

    static RecordComponent[] components() {
        return BoxSpec.class.getRecordComponents();
    }

    /** A part that is added must be added here as well, or this fails. */
    @ParameterizedTest
    @MethodSource("components")
    void everyPartCanBeSet(RecordComponent part) throws ReflectiveOperationException {
        assertThat(part.getAccessor().invoke(FULL))
                .isNotEqualTo(part.getAccessor().invoke(PLAIN));
    }

    @ParameterizedTest
    @MethodSource("components")
    void toBuilderKeepsEveryPart(RecordComponent part) throws ReflectiveOperationException {
        assertThat(part.getAccessor().invoke(FULL.toBuilder().build()))
                .isEqualTo(part.getAccessor().invoke(FULL));
    }

    @Test
    void partsAreWhatWasSet() {
        assertThat(FULL.env().variables()).containsOnlyKeys("A", "B");
        assertThat(FULL.ports())
                .containsExactly(PortMapping.fixed(80, 8080), PortMapping.dynamic(81), PortMapping.dynamic(82));
        assertThat(FULL.floor()).isEqualTo(IsolationLevel.KERNEL);
        assertThat(FULL.required()).containsExactly(Constraint.FILESYSTEM, Constraint.SUBPROCESS);
        assertThat(FULL.accepted()).containsExactly(Constraint.CPU, Constraint.DISK);
    }

    @Test
    void constraintsAndPortsAreAddedAndTheRestReplaced() {
        BoxSpec more = FULL.toBuilder()
                .port(PortMapping.dynamic(83))
                .require(Constraint.NETWORK)
                .accept(Constraint.PIDS)
                .require(IsolationLevel.HARDWARE)
                .env(Env.EMPTY)
                .build();
        assertThat(more.ports()).hasSize(4);
        assertThat(more.required()).hasSize(3);
        assertThat(more.accepted()).hasSize(3);
        assertThat(more.floor()).isEqualTo(IsolationLevel.HARDWARE);
        assertThat(more.env()).isEqualTo(Env.EMPTY);
    }

    @Test
    void aBuilderGoesOnWithoutChangingWhatItBuilt() {
        BoxSpec.Builder builder = FULL.toBuilder();
        BoxSpec before = builder.build();
        builder.port(PortMapping.dynamic(99)).accept(Constraint.MEMORY).require(Constraint.NETWORK);
        assertThat(before).isEqualTo(FULL);
        assertThat(builder.build()).isNotEqualTo(FULL);
    }
}
