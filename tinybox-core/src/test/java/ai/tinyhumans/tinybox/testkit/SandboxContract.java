package ai.tinyhumans.tinybox.testkit;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.BoxProcess;
import ai.tinyhumans.tinybox.capability.Capability;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.capability.SnapshotSupport;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.EgressAllowlist;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import ai.tinyhumans.tinybox.spec.PortMapping;
import ai.tinyhumans.tinybox.spec.ProcessId;
import ai.tinyhumans.tinybox.spec.SnapshotId;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.BoxState;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What every sandbox must do. A declared capability or constraint is proved, an undeclared one refused; one that is declared
 * and that the subclass has no proof for fails.
 */
public abstract class SandboxContract extends SandboxEndContract {

    /** Proves that an enforced constraint holds in a box that demands it. */
    protected void proveConstraint(Constraint constraint, Box box) throws InterruptedException {
        throw new AssertionError("there is no proof that '" + constraint + "' is enforced");
    }

    /** Proves a capability other than {@link Capability#DETACH} that is declared. */
    protected void proveCapability(Capability capability) throws InterruptedException {
        throw new AssertionError("there is no proof of " + capability);
    }

    @Test
    void declaresWhatIsExpectedHere() throws InterruptedException {
        try (Box box = create()) {
            assertThat(box.info().capabilities()).isEqualTo(declared());
            assertThat(box.info().unenforced()).isEqualTo(lenient().build().accepted());
        }
    }

    @ParameterizedTest
    @EnumSource(Constraint.class)
    void enforcesAConstraintOrRefusesIt(Constraint constraint) throws InterruptedException { // B095
        BoxSpec demanding = demanding(constraint);
        if (declared().enforcement(constraint) == Enforcement.ENFORCED) {
            try (Box box = tinybox.create(demanding)) {
                proveConstraint(constraint, box);
            }
        } else {
            assertRefused(ErrorCode.CONSTRAINT_NOT_ENFORCED, () -> tinybox.create(demanding))
                    .hasMessageContaining(constraint.toString());
            assertThat(tinybox.list()).isEmpty();
        }
    }

    /** A specification that demands this constraint and accepts the others the sandbox does not enforce. */
    private BoxSpec demanding(Constraint wanted) {
        BoxSpec.Builder spec = BoxSpec.builder(placement(), source()).require(wanted);
        for (Constraint constraint : lenient().build().accepted()) {
            if (constraint != wanted) {
                spec.accept(constraint);
            }
        }
        return spec.build();
    }

    @ParameterizedTest
    @EnumSource(IsolationLevel.class)
    void refusesAFloorAboveItsIsolation(IsolationLevel floor) throws InterruptedException {
        BoxSpec spec = lenient().require(floor).build();
        if (declared().isolation().atLeast(floor)) {
            tinybox.create(spec).close();
        } else {
            assertRefused(ErrorCode.ISOLATION_TOO_WEAK, () -> tinybox.create(spec));
        }
    }

    @Test
    void neverWidensAnAllowlist() { // B146, B147
        BoxSpec spec = lenient()
                .network(NetworkPolicy.allowlist(EgressAllowlist.of("example.com", 443)))
                .build();
        if (declared().enforcement(Constraint.NETWORK) != Enforcement.ENFORCED) {
            assertRefused(ErrorCode.CONSTRAINT_NOT_ENFORCED, () -> tinybox.create(spec));
            Box planted = planted(spec);
            assertRefused(ErrorCode.CONSTRAINT_NOT_ENFORCED, () -> planted.exec(Command.of("true")));
            assertRefused(ErrorCode.CONSTRAINT_NOT_ENFORCED, () -> planted.spawn(Command.of("true")));
        }
    }

    @Test
    void checksTheFloorAgainWhenARecordIsUsed() {
        if (declared().isolation() != IsolationLevel.HARDWARE) {
            Box planted = planted(lenient().require(IsolationLevel.HARDWARE).build());
            assertRefused(ErrorCode.ISOLATION_TOO_WEAK, () -> planted.exec(Command.of("true")));
        }
    }

    /** A box that came into the store past every check. */
    private Box planted(BoxSpec spec) {
        BoxRecord record = store.insertNew(
                id -> BoxRecord.creating(id, spec, Instant.now()).withState(BoxState.READY));
        return tinybox.box(record.id());
    }

    @ParameterizedTest
    @EnumSource(value = Capability.class, mode = EnumSource.Mode.EXCLUDE, names = "DETACH")
    void hasACapabilityOrRefusesIt(Capability capability) throws InterruptedException {
        if (declared().supports(capability)) {
            proveCapability(capability);
            return;
        }
        try (Box box = create()) {
            assertRefused(ErrorCode.CAPABILITY_UNSUPPORTED, () -> use(capability, box));
        }
    }

    private void use(Capability capability, Box box) throws InterruptedException {
        switch (capability) {
            case FILESYSTEM_SNAPSHOT -> box.snapshot(SnapshotSupport.FILESYSTEM);
            case MEMORY_SNAPSHOT -> box.snapshot(SnapshotSupport.FILESYSTEM_AND_MEMORY);
            case FORK -> tinybox.create(lenientFrom(WorkspaceSource.snapshot(new SnapshotId("none"))));
            case PAUSE_RESUME -> box.pause();
            case PORT_FORWARD ->
                tinybox.create(lenient().port(PortMapping.dynamic(80)).build());
            case DETACH -> box.spawn(Command.of("true"));
        }
    }

    private BoxSpec lenientFrom(WorkspaceSource other) {
        return BoxSpec.builder(placement(), other)
                .accept(lenient().build().accepted().toArray(Constraint[]::new))
                .build();
    }

    @Test
    void keepsASpawnedProcessUntilTheBoxEndsOrRefusesIt() throws InterruptedException {
        Box box = create();
        if (!declared().supports(Capability.DETACH)) {
            assertRefused(ErrorCode.CAPABILITY_UNSUPPORTED, () -> box.spawn(Command.of("sleep", "3251")));
            return;
        }
        ProcessId first = box.spawn(Command.of("sleep", "3251"));
        ProcessId second = box.spawn(Command.of("sh", "-c", "sleep 3252; true"));
        assertThat(box.processes())
                .extracting(BoxProcess::id, BoxProcess::running)
                .containsExactly(tuple(first, true), tuple(second, true));
        box.stop(first);
        assertThat(Processes.withArgument("3251")).isEmpty();
        assertThat(box.isRunning(second)).isTrue();
        assertRefused(ErrorCode.PROCESS_UNKNOWN, () -> box.isRunning(first));
        box.close();
        assertThat(Processes.withArgument("3252")).isEmpty();
    }
}
