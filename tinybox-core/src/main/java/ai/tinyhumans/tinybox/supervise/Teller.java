package ai.tinyhumans.tinybox.supervise;

import ai.tinyhumans.tinybox.event.SandboxEvent;
import ai.tinyhumans.tinybox.exec.LimitKind;
import ai.tinyhumans.tinybox.exec.Outcome;
import ai.tinyhumans.tinybox.spec.BoxId;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tells the sink what happens to one command; nothing of a helper, which runs in no box. Thread-safe. */
final class Teller {

    private final Events events;
    private final @Nullable BoxId box;
    private final String marker;
    private final String program;

    Teller(Events events, @Nullable BoxId box, String marker, String program) {
        this.events = events;
        this.box = box;
        this.marker = marker;
        this.program = program;
    }

    void started() {
        tell(in -> new SandboxEvent.Started(in, marker, program));
    }

    void limitHit(LimitKind limit) {
        tell(in -> new SandboxEvent.LimitHit(in, marker, limit));
    }

    void exited(Outcome outcome) {
        tell(in -> new SandboxEvent.Exited(in, marker, outcome));
    }

    private void tell(Function<BoxId, SandboxEvent> event) {
        if (box != null) {
            events.tell(event.apply(box));
        }
    }
}
