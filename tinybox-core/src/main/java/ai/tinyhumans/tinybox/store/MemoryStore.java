package ai.tinyhumans.tinybox.store;

import ai.tinyhumans.tinybox.spec.BoxId;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Records that end with the JVM. Thread-safe. */
public final class MemoryStore implements Store {

    private final SortedMap<BoxId, BoxRecord> records = new TreeMap<>();

    /** Makes an empty store. */
    public MemoryStore() {}

    @Override
    public synchronized void insert(BoxRecord box) {
        if (records.putIfAbsent(box.id(), box) != null) {
            throw StoreRules.duplicate(box.id());
        }
    }

    @Override
    public synchronized Optional<BoxRecord> get(BoxId id) {
        return Optional.ofNullable(records.get(id));
    }

    @Override
    public synchronized List<BoxRecord> list() {
        return List.copyOf(records.values());
    }

    @Override
    public synchronized Optional<BoxRecord> update(BoxId id, UnaryOperator<BoxRecord> change) {
        Optional<BoxRecord> changed = get(id).map(change).map(box -> StoreRules.requireId(box, id));
        changed.ifPresent(box -> records.put(id, box));
        return changed;
    }

    @Override
    public synchronized boolean remove(BoxId id) {
        return records.remove(id) != null;
    }
}
