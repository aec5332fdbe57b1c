package ai.tinyhumans.tinybox.event;

/** What a sandbox may refuse. */
public enum DenialKind {
    /** A file or directory. */
    FILESYSTEM,
    /** A connection. */
    NETWORK,
    /** A system call. */
    SYSCALL
}
