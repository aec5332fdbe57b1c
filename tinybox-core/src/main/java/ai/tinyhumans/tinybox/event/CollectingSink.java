package ai.tinyhumans.tinybox.event;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Keeps the newest events, at most {@value #CAPACITY}. Thread-safe. */
public final class CollectingSink implements EventSink {

    /** How many events are kept: some hours of an agent's work, some hundred kilobytes. */
    public static final int CAPACITY = 4096;

    private final Deque<SandboxEvent> events = new ArrayDeque<>();

    /** Makes an empty sink. */
    public CollectingSink() {}

    @Override
    public synchronized void accept(SandboxEvent event) {
        if (events.size() == CAPACITY) {
            events.removeFirst();
        }
        events.addLast(event);
    }

    /** The events so far, oldest first: a copy. */
    public synchronized List<SandboxEvent> events() {
        return List.copyOf(events);
    }
}
