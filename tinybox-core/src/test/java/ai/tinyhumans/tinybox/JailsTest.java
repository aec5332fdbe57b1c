package ai.tinyhumans.tinybox;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spec.JailSpec;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.Resources;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.spi.Finding;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.Jail;
import ai.tinyhumans.tinybox.spi.JailProvider;
import ai.tinyhumans.tinybox.spi.JailStatus;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Probe;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a jail must enforce before anything is planned for it. */
class JailsTest {

    private static final Placement PLACEMENT = Placement.of("local", "passthrough");
    private static final Probe WORKS = Probe.of(new Finding.Usable("the jail", "works"));
    private static final Probe BROKEN = Probe.of(new Finding.Blocked("the jail", "is broken", "mend it"));

    private static JailStatus status(Probe probe, Map<Constraint, Enforcement> constraints) {
        return new JailStatus("stub", probe, IsolationLevel.PROCESS, constraints);
    }

    private static JailStatus files(Enforcement enforcement) {
        return status(WORKS, Map.of(Constraint.FILESYSTEM, enforcement, Constraint.NETWORK, enforcement));
    }

    @ParameterizedTest
    @CsvSource({
        "ENFORCED, ENFORCED,    true",
        "ENFORCED, BEST_EFFORT, false",
        "ENFORCED, UNSUPPORTED, false",
        "DECLARED, ENFORCED,    true",
        "DECLARED, BEST_EFFORT, true",
        "DECLARED, UNSUPPORTED, false",
    })
    void takesAPartlyEnforcedJailOnlyFromACallerWhoKnows(JailSpec.Trust trust, Enforcement files, boolean accepted) {
        JailSpec spec = JailSpec.builder().trust(trust).build();
        if (accepted) {
            Jails.check(spec, files(files), PLACEMENT);
        } else {
            assertRefused(ErrorCode.CONSTRAINT_NOT_ENFORCED, () -> Jails.check(spec, files(files), PLACEMENT))
                    .hasMessageContaining("filesystem");
        }
    }

    @ParameterizedTest
    @EnumSource(JailSpec.Trust.class)
    void takesNoLimitThatIsNotEnforced(JailSpec.Trust trust) {
        JailSpec spec =
                JailSpec.builder().trust(trust).resources(Resources.DEFAULT).build();
        assertRefused(
                        ErrorCode.CONSTRAINT_NOT_ENFORCED,
                        () -> Jails.check(spec, files(Enforcement.ENFORCED), PLACEMENT))
                .hasMessageContaining("cpu")
                .hasMessageContaining("memory")
                .hasMessageContaining("pids")
                .hasMessageContaining("disk");
    }

    @Test
    void asksForNoMoreThanTheSpecification() {
        JailStatus filesOnly = status(WORKS, Map.of(Constraint.FILESYSTEM, Enforcement.ENFORCED));
        JailSpec open = JailSpec.builder().network(NetworkPolicy.open()).build();
        Jails.check(open, filesOnly, PLACEMENT);
        assertRefused(ErrorCode.CONSTRAINT_NOT_ENFORCED, () -> Jails.check(JailSpec.STRICTEST, filesOnly, PLACEMENT))
                .hasMessageContaining("network");
        JailSpec alone = JailSpec.builder()
                .network(NetworkPolicy.open())
                .subprocesses(JailSpec.Subprocesses.DENIED)
                .build();
        assertRefused(ErrorCode.CONSTRAINT_NOT_ENFORCED, () -> Jails.check(alone, filesOnly, PLACEMENT))
                .hasMessageContaining("subprocess");
    }

    @Test
    void refusesAFloorAboveTheJail() {
        JailSpec spec = JailSpec.builder().require(IsolationLevel.KERNEL).build();
        assertRefused(ErrorCode.ISOLATION_TOO_WEAK, () -> Jails.check(spec, files(Enforcement.ENFORCED), PLACEMENT));
    }

    @ParameterizedTest
    @EnumSource(JailSpec.Trust.class)
    void takesNoBrokenJail(JailSpec.Trust trust) {
        JailStatus broken = status(BROKEN, Map.of(Constraint.FILESYSTEM, Enforcement.ENFORCED));
        assertThat(broken.enforcement(Constraint.FILESYSTEM)).isEqualTo(Enforcement.UNSUPPORTED);
        assertRefused(
                        ErrorCode.PROVIDER_UNUSABLE,
                        () -> Jails.check(JailSpec.builder().trust(trust).build(), broken, PLACEMENT))
                .hasMessageContaining("is broken");
    }

    @Test
    void runsNothingUnconfinedWhereThereIsNoJail(@TempDir Path directory) throws InterruptedException {
        try (Tinybox tinybox = Tinybox.builder().host(new StubHost()).build();
                Box box = tinybox.create(BoxSpec.unconfined(directory))) {
            assertThat(tinybox.jailStatus(new HostRef("local")).isAvailable()).isFalse();
            Command jailed = Command.of("true").jailed(JailSpec.STRICTEST);
            assertRefused(ErrorCode.PROVIDER_UNUSABLE, () -> box.prepare(jailed))
                    .hasMessageContaining("no module provides one");
            assertRefused(ErrorCode.PROVIDER_UNUSABLE, () -> box.spawn(jailed));
            assertThat(box.processes()).isEmpty();
        }
    }

    @Test
    void jailsNoCommandOfABoxThatIsNoDirectory() throws InterruptedException {
        try (Tinybox tinybox = Tinybox.builder()
                        .host(new StubHost())
                        .sandbox(new StubSandbox("stub"))
                        .jail(new StubJail("stub", WORKS))
                        .build();
                Box box = tinybox.create(
                        BoxSpec.builder(Placement.of("local", "stub"), WorkspaceSource.localDir(Path.of("/")))
                                .network(NetworkPolicy.open())
                                .accept(Constraint.values())
                                .build())) {
            assertRefused(
                    ErrorCode.CAPABILITY_UNSUPPORTED,
                    () -> box.prepare(Command.of("true").jailed(JailSpec.STRICTEST)));
        }
    }

    @Test
    void choosesTheFirstJailThatWorks() {
        try (Tinybox tinybox = Tinybox.builder()
                .host(new StubHost())
                .jail(new StubJail("a", BROKEN))
                .jail(new StubJail("b", WORKS))
                .jail(new StubJail("c", WORKS))
                .build()) {
            assertThat(tinybox.jailStatus(new HostRef("local")).backend()).isEqualTo("b");
        }
    }

    @Test
    void isSuitableForUntrustedCodeOnlyWithAKernelsWallsAroundItsFiles() {
        assertThat(files(Enforcement.ENFORCED).isSuitableForUntrustedCode()).isFalse();
        Map<Constraint, Enforcement> enforced = Map.of(Constraint.FILESYSTEM, Enforcement.ENFORCED);
        assertThat(new JailStatus("stub", WORKS, IsolationLevel.KERNEL, enforced).isSuitableForUntrustedCode())
                .isTrue();
        assertThat(new JailStatus("stub", BROKEN, IsolationLevel.KERNEL, enforced).isSuitableForUntrustedCode())
                .isFalse();
        assertThat(new JailStatus("stub", WORKS, IsolationLevel.KERNEL, Map.of()).isSuitableForUntrustedCode())
                .isFalse();
    }

    /** A jail that says what it is told to. */
    private record StubJail(String name, Probe probe) implements JailProvider, Jail {

        @Override
        public Jail open(Host host) {
            return this;
        }

        @Override
        public JailStatus status() {
            return new JailStatus(name, probe, IsolationLevel.PROCESS, Map.of());
        }

        @Override
        public LaunchPlan confine(LaunchPlan plan, String workspace, JailSpec spec) {
            return plan;
        }
    }
}
