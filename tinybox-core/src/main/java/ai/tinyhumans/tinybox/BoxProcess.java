package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.spec.ProcessId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A spawned process of a box. Immutable.
 *
 * @param id its name
 * @param argv what was asked to run
 * @param startedAt when it was spawned, if that is known
 * @param running whether it or a descendant of it is alive
 */
public record BoxProcess(ProcessId id, List<String> argv, Optional<Instant> startedAt, boolean running) {

    /** Copies the list. */
    public BoxProcess {
        argv = List.copyOf(argv);
    }
}
