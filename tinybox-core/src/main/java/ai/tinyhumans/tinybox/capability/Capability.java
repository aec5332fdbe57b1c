package ai.tinyhumans.tinybox.capability;

/** Something a sandbox may be able to do beyond running a command to its end. */
public enum Capability {
    /** Keep the files of a box as a snapshot. */
    FILESYSTEM_SNAPSHOT,
    /** Keep the memory of a box's programs with its files. */
    MEMORY_SNAPSHOT,
    /** Make a new box from a snapshot. */
    FORK,
    /** Freeze all programs of a box and let them go on. */
    PAUSE_RESUME,
    /** Publish a port of the box on the host. */
    PORT_FORWARD,
    /** Keep a process running after the call that started it. */
    DETACH
}
