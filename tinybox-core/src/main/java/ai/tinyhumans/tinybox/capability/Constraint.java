package ai.tinyhumans.tinybox.capability;

import java.util.Locale;

/** A dimension in which a box may be confined. */
public enum Constraint {
    /** Which files can be read and written. */
    FILESYSTEM,
    /** Which addresses can be reached. */
    NETWORK,
    /** How much processor time per second. */
    CPU,
    /** How much memory. */
    MEMORY,
    /** How many processes and threads. */
    PIDS,
    /** How many bytes on disk. */
    DISK,
    /** Whether further programs can be started. */
    SUBPROCESS;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
