package ai.tinyhumans.tinybox.event;

/**
 * Hears what happens.
 *
 * @implSpec called from tinybox's own threads, events of one execution in order: it must be thread-safe and must return
 *     promptly. What it throws is logged and dropped.
 */
@FunctionalInterface
public interface EventSink {

    /** Hears nothing. */
    EventSink NONE = event -> {};

    /** Hears one event. */
    void accept(SandboxEvent event);
}
