package ai.tinyhumans.tinybox.supervise;

/** What becomes of the output of a command. */
public enum OutputMode {
    /** All of it is kept; too much of it ends the command. */
    COLLECTED,
    /** As much as fits a window is kept; what the reader has gone past makes room, and without room the program waits. */
    STREAMED
}
