package ai.tinyhumans.tinybox.exec;

/** Where a program writes. */
public enum StdStream {
    /** Descriptor 1. */
    STDOUT,
    /** Descriptor 2. */
    STDERR
}
