package ai.tinyhumans.tinybox.bus;

/**
 * The version of the wire contract, independent of any package version. Immutable.
 *
 * @param major changes that break; both ends must agree on it exactly
 * @param minor additions; a module may be newer than its caller, never older
 */
public record ContractVersion(int major, int minor) {

    /** The contract this vocabulary describes. */
    public static final ContractVersion CURRENT = new ContractVersion(1, 22);

    /**
     * Checks both numbers.
     *
     * @throws IllegalArgumentException if either number is negative
     */
    public ContractVersion {
        if (major < 0 || minor < 0) {
            throw new IllegalArgumentException("contract version " + major + "." + minor + " has a negative part");
        }
    }

    /**
     * Answers whether a caller that speaks this version may bind to a module that advertises {@code module}: the majors
     * are equal and the module's minor is at least as new.
     */
    public boolean isServedBy(ContractVersion module) {
        return major == module.major && module.minor >= minor;
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
