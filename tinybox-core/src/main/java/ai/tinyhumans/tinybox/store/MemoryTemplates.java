package ai.tinyhumans.tinybox.store;

import ai.tinyhumans.tinybox.spec.SnapshotId;
import ai.tinyhumans.tinybox.spec.TemplateName;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Names for snapshots that end with the JVM. Thread-safe. */
public final class MemoryTemplates implements Templates {

    private final SortedMap<TemplateName, SnapshotId> snapshots = new TreeMap<>();

    /** Makes it without any name. */
    public MemoryTemplates() {}

    @Override
    public synchronized void save(TemplateName name, SnapshotId snapshot) {
        snapshots.put(name, snapshot);
    }

    @Override
    public synchronized Optional<SnapshotId> get(TemplateName name) {
        return Optional.ofNullable(snapshots.get(name));
    }

    @Override
    public synchronized SortedMap<TemplateName, SnapshotId> list() {
        return Collections.unmodifiableSortedMap(new TreeMap<>(snapshots));
    }

    @Override
    public synchronized boolean remove(TemplateName name) {
        return snapshots.remove(name) != null;
    }
}
