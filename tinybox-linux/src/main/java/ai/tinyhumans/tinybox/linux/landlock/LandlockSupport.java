package ai.tinyhumans.tinybox.linux.landlock;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.host.local.syscall.Landlock;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.host.local.syscall.ThisThread;
import ai.tinyhumans.tinybox.linux.seccomp.Architecture;
import ai.tinyhumans.tinybox.spi.Finding;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.Probe;
import java.util.Map;
import java.util.Optional;

/**
 * What a jail needs of the machine, as far as it is there.
 *
 * @param landlock what the kernel says of Landlock
 * @param filters whether the kernel filters system calls
 * @param architecture whose calls can be filtered
 * @param threads whether the host starts programs from threads of this JVM
 */
record LandlockSupport(Kernel landlock, boolean filters, Optional<Architecture> architecture, boolean threads) {

    private static final String LANDLOCK = "Landlock";
    private static final String FILTERS = "filters of system calls";

    /** The kernel's answer. */
    record Kernel(State state, int abi, String detail) {

        /** What it can be. */
        enum State {
            PRESENT,
            ABSENT,
            DISABLED,
            REFUSED
        }

        static Kernel present(int abi) {
            return new Kernel(State.PRESENT, abi, "ABI " + abi);
        }

        /** Asks the running kernel. */
        static Kernel ask() {
            try {
                return present(Landlock.abi());
            } catch (SyscallException e) {
                State state = switch (e.errno()) {
                    case ENOSYS -> State.ABSENT;
                    case EOPNOTSUPP -> State.DISABLED;
                    default -> State.REFUSED;
                };
                return new Kernel(state, 0, String.valueOf(e.getMessage()));
            }
        }
    }

    /** Looks at this machine. */
    static LandlockSupport of(Host host) {
        if (!host.takesRestrictions()) { // perhaps another machine, or one whose system calls are not known
            return new LandlockSupport(new Kernel(Kernel.State.ABSENT, 0, ""), false, Optional.empty(), false);
        }
        return new LandlockSupport(Kernel.ask(), ThisThread.hasFilters(), Architecture.current(), true);
    }

    /** What stands in the way, or nothing. */
    Probe probe() {
        if (!threads) {
            return Probe.of(new Finding.Blocked(
                    LANDLOCK,
                    "the host starts programs from no thread of this JVM, on which a jail would be put",
                    "use host 'local' on 64-bit Linux"));
        }
        return Probe.of(ofKernel(), ofFilters());
    }

    private Finding ofKernel() {
        return switch (landlock.state()) {
            case PRESENT -> new Finding.Usable(LANDLOCK, landlock.detail() + limits());
            case ABSENT ->
                new Finding.Blocked(
                        LANDLOCK,
                        "the kernel has none: " + landlock.detail(),
                        "boot Linux 5.13 or newer with CONFIG_SECURITY_LANDLOCK=y");
            case DISABLED ->
                new Finding.Blocked(
                        LANDLOCK,
                        "the kernel was booted without it: " + landlock.detail(),
                        "add 'landlock' to the list of the kernel's parameter lsm=, and boot again");
            case REFUSED ->
                new Finding.Blocked(
                        LANDLOCK,
                        landlock.detail(),
                        "let the filter of system calls of the container or service allow landlock_create_ruleset");
        };
    }

    private String limits() {
        if (landlock.abi() < LandlockRights.WHOLE_FILESYSTEM) {
            return ", which cannot keep files from being truncated: best effort only";
        }
        return landlock.abi() < LandlockRights.SCOPES ? ", which does not keep signals in" : "";
    }

    private Finding ofFilters() {
        if (!filters) {
            return new Finding.Blocked(FILTERS, "the kernel has none", "boot a kernel with CONFIG_SECCOMP_FILTER=y");
        }
        return architecture
                .<Finding>map(processor -> new Finding.Usable(FILTERS, processor.toString()))
                .orElseGet(() -> new Finding.Blocked(
                        FILTERS, "no call numbers for this processor are known", "use x86-64 or aarch64"));
    }

    LandlockRights rights() {
        return new LandlockRights(landlock.abi());
    }

    /** What stands between a jailed program and the host: nothing where none can be jailed. */
    IsolationLevel isolation() {
        return probe().isUsable() ? IsolationLevel.PROCESS : IsolationLevel.NONE;
    }

    /** How far each constraint holds. */
    Map<Constraint, Enforcement> constraints() {
        if (!probe().isUsable()) {
            return Map.of();
        }
        return Map.of(
                Constraint.FILESYSTEM,
                landlock.abi() >= LandlockRights.WHOLE_FILESYSTEM ? Enforcement.ENFORCED : Enforcement.BEST_EFFORT,
                Constraint.NETWORK,
                Enforcement.ENFORCED);
    }
}
