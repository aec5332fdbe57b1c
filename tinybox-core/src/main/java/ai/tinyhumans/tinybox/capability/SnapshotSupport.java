package ai.tinyhumans.tinybox.capability;

/** What a snapshot of a box holds, least first. */
public enum SnapshotSupport {
    /** No snapshots. */
    NONE,
    /** The files. */
    FILESYSTEM,
    /** The files and the memory of the running programs. */
    FILESYSTEM_AND_MEMORY;

    /** Answers whether a snapshot holds at least what {@code floor} holds. */
    public boolean atLeast(SnapshotSupport floor) {
        return compareTo(floor) >= 0;
    }
}
