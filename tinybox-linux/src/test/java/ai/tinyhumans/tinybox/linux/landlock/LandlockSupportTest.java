package ai.tinyhumans.tinybox.linux.landlock;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.linux.landlock.LandlockSupport.Kernel;
import ai.tinyhumans.tinybox.linux.seccomp.Architecture;
import ai.tinyhumans.tinybox.spec.EgressAllowlist;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.JailSpec;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import ai.tinyhumans.tinybox.spi.Finding;
import ai.tinyhumans.tinybox.spi.JailStatus;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a machine lacks is named with its remedy, and nothing is jailed there. */
class LandlockSupportTest {

    private static LandlockSupport machine(Kernel kernel) {
        return new LandlockSupport(kernel, true, Optional.of(Architecture.X86_64), true);
    }

    private static JailStatus status(LandlockSupport support) {
        return new LandlockJail(support).status();
    }

    @ParameterizedTest
    @CsvSource({
        "ABSENT,   the kernel has none,                CONFIG_SECURITY_LANDLOCK",
        "DISABLED, the kernel was booted without it,   lsm=",
        "REFUSED,  EPERM,                              filter of system calls",
    })
    void saysWhyThereIsNoLandlock(Kernel.State state, String by, String remedy) { // B091
        LandlockSupport support = machine(new Kernel(state, 0, "landlock_create_ruleset(): EPERM (1)"));
        assertThat(status(support).isAvailable()).isFalse();
        assertThat(status(support).isolation()).isEqualTo(IsolationLevel.NONE);
        assertThat(status(support).constraints()).isEmpty();
        assertRefused(
                        ErrorCode.PROVIDER_UNUSABLE,
                        () -> new LandlockJail(support)
                                .confine(LaunchPlan.of(List.of("true"), Env.EMPTY, "/"), "/", JailSpec.STRICTEST))
                .hasMessageContaining(by)
                .hasMessageContaining(remedy);
    }

    @Test
    void saysWhatElseIsMissing() {
        Kernel kernel = Kernel.present(7);
        assertThat(new LandlockSupport(kernel, false, Optional.of(Architecture.X86_64), true)
                        .probe()
                        .isUsable())
                .isFalse();
        assertThat(new LandlockSupport(kernel, true, Optional.empty(), true)
                        .probe()
                        .isUsable())
                .isFalse();
        assertThat(new LandlockSupport(kernel, true, Optional.of(Architecture.AARCH64), false)
                        .probe()
                        .isUsable())
                .isFalse();
        assertThat(new LandlockSupport(kernel, true, Optional.of(Architecture.AARCH64), true)
                        .probe()
                        .isUsable())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "1, BEST_EFFORT, 'ABI 1, which cannot keep files from being truncated: best effort only'",
        "2, BEST_EFFORT, 'ABI 2, which cannot keep files from being truncated: best effort only'",
        "3, ENFORCED,    'ABI 3, which does not keep signals in'",
        "5, ENFORCED,    'ABI 5, which does not keep signals in'",
        "6, ENFORCED,    'ABI 6'",
        "7, ENFORCED,    'ABI 7'",
    })
    void declaresWhatTheVersionOfTheKernelEnforces(int abi, Enforcement files, String detail) { // B088
        LandlockSupport support = machine(Kernel.present(abi));
        assertThat(status(support).isAvailable()).isTrue();
        assertThat(status(support).enforcement(Constraint.FILESYSTEM)).isEqualTo(files);
        assertThat(status(support).enforcement(Constraint.NETWORK)).isEqualTo(Enforcement.ENFORCED);
        assertThat(status(support).isSuitableForUntrustedCode()).isFalse();
        assertThat(support.probe().findings().get(0)).isEqualTo(new Finding.Usable("Landlock", detail));
    }

    @ParameterizedTest
    @EnumSource(
            value = Constraint.class,
            names = {"FILESYSTEM", "NETWORK"},
            mode = EnumSource.Mode.EXCLUDE)
    void claimsNothingElse(Constraint constraint) {
        assertThat(status(machine(Kernel.present(7))).enforcement(constraint)).isEqualTo(Enforcement.UNSUPPORTED);
    }

    @Test
    void widensNoNetworkPolicy() { // B146
        LandlockJail jail = new LandlockJail(machine(Kernel.present(7)));
        NetworkPolicy list = NetworkPolicy.allowlist(EgressAllowlist.of("example.com", 443));
        assertRefused(
                ErrorCode.CONSTRAINT_NOT_ENFORCED,
                () -> jail.restriction("/", Grants.NONE, NetworkPolicy.egress(), false));
        assertThat(jail.restriction("/", Grants.NONE, NetworkPolicy.egress(), true))
                .isNotNull();
        for (boolean accepted : new boolean[] {true, false}) {
            assertRefused(ErrorCode.CONSTRAINT_NOT_ENFORCED, () -> jail.restriction("/", Grants.NONE, list, accepted));
        }
    }

    @Test
    void protectsNothingWithinAWorkspace() {
        LandlockJail jail = new LandlockJail(machine(Kernel.present(7)));
        assertRefused(
                        ErrorCode.CONSTRAINT_NOT_ENFORCED,
                        () -> jail.restriction("/", Grants.NONE.protect(".git/hooks"), NetworkPolicy.denied(), false))
                .hasMessageContaining(".git/hooks");
    }
}
