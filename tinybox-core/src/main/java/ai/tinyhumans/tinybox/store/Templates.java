package ai.tinyhumans.tinybox.store;

import ai.tinyhumans.tinybox.spec.SnapshotId;
import ai.tinyhumans.tinybox.spec.TemplateName;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Names for snapshots. Kept apart from the boxes, so that neither can break the other. Errors are those of {@link Store}.
 *
 * @implSpec thread-safe, and safe against other processes if they are shared with any
 */
public interface Templates {

    /** Gives a snapshot a name, which any other snapshot loses. */
    void save(TemplateName name, SnapshotId snapshot);

    /** Finds the snapshot of a name. */
    Optional<SnapshotId> get(TemplateName name);

    /** All names and their snapshots, in the order of the names. */
    SortedMap<TemplateName, SnapshotId> list();

    /** Removes a name; returns whether there was one. The snapshot stays. */
    boolean remove(TemplateName name);
}
