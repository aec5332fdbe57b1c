package ai.tinyhumans.tinybox.spi;

/** How long a started process may live. */
public enum Lifetime {
    /** No longer than this JVM: if the JVM dies, however suddenly, the process is ended. */
    EXECUTION,
    /** As long as its box, whose record any later JVM can read. */
    BOX
}
