package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.Store;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A store in which another handle finishes a destruction as soon as it has begun. */
record FasterRival(Store store) implements Store {

    @Override
    public void insert(BoxRecord box) {
        store.insert(box);
    }

    @Override
    public Optional<BoxRecord> get(BoxId id) {
        return store.get(id);
    }

    @Override
    public List<BoxRecord> list() {
        return store.list();
    }

    @Override
    public Optional<BoxRecord> update(BoxId id, UnaryOperator<BoxRecord> change) {
        Optional<BoxRecord> changed = store.update(id, change);
        if (changed.filter(BoxRecord::closing).isPresent()) {
            store.remove(id);
        }
        return changed;
    }

    @Override
    public boolean remove(BoxId id) {
        return store.remove(id);
    }
}
