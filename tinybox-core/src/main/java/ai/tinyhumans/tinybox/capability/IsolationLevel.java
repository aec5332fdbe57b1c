package ai.tinyhumans.tinybox.capability;

/** What stands between the code in a box and its host, weakest first, so that a caller can name a floor. */
public enum IsolationLevel {
    /** Nothing: the code runs as the caller. */
    NONE,
    /** The kernel refuses some of the process's own requests; it still sees and shares the host's processes. */
    PROCESS,
    /** The code has namespaces of its own: it can neither see nor signal the host's processes. */
    KERNEL,
    /** The code runs on a kernel of its own, under a hypervisor. */
    HARDWARE;

    /** Answers whether this level is at least as strong as {@code floor}. */
    public boolean atLeast(IsolationLevel floor) {
        return compareTo(floor) >= 0;
    }

    /**
     * Answers whether code nobody vouches for may run at this level. {@link #KERNEL} is the floor: the one place this
     * decision is made, so that it cannot drift between callers.
     */
    public boolean isSuitableForUntrustedCode() {
        return atLeast(KERNEL);
    }
}
