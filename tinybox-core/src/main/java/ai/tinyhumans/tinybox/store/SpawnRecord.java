package ai.tinyhumans.tinybox.store;

import ai.tinyhumans.tinybox.exec.ProcessRef;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What is kept of a spawned process. Immutable. Stored before the process starts, so that a JVM that dies in between
 * leaves a marker to find the process by.
 *
 * @param marker what all its processes inherit
 * @param argv what was asked to run
 * @param ref what identifies it, once it started
 * @param startedAt when it started, if known
 */
public record SpawnRecord(String marker, List<String> argv, Optional<ProcessRef> ref, Optional<Instant> startedAt) {

    /** Copies the list. */
    public SpawnRecord {
        argv = List.copyOf(argv);
    }

    /** Returns this record of a process that started. */
    public SpawnRecord started(ProcessRef process) {
        return new SpawnRecord(marker, argv, Optional.of(process), startedAt);
    }

    /** What to find its processes by, even if it is not known whether it started. */
    public ProcessRef target() {
        return ref.orElseGet(() -> ProcessRef.marked(marker));
    }
}
