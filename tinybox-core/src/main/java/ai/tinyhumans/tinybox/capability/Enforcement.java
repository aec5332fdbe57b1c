package ai.tinyhumans.tinybox.capability;

import java.util.Locale;

/** How far a constraint holds, weakest first. */
public enum Enforcement {
    /** Not at all. */
    UNSUPPORTED,
    /** In part: there are known ways round it, so it does not satisfy a demand. */
    BEST_EFFORT,
    /** Always: the kernel or a hypervisor refuses what is beyond it. */
    ENFORCED;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
