package ai.tinyhumans.tinybox.store;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.BoxId;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Records in the file {@code boxes.json} of a directory, for any number of threads and processes. Thread-safe; nothing is
 * held open between two calls.
 *
 * <p>A change is on the disk when its call returns, and a process that is killed leaves the version before or after it. A
 * change waits at most ten seconds for the changes of others; an interrupt neither ends that wait nor is lost. Reading waits
 * for nobody. A missing file is an empty store; directory and file are made, for their owner only, by the first change.
 *
 * <p>Where the disk fails in the very last step, the flush of the directory, a change is {@code store.failed} although it
 * can be seen: it may be gone after a power loss.
 *
 * <p>One bad record makes the whole store {@code store.corrupt}, since a record that is passed over is a box that nobody
 * destroys.
 */
public final class FileStore implements Store {

    static final String FILE_NAME = "boxes.json";

    private final JsonFile file;

    FileStore(JsonFile file) {
        this.file = file;
    }

    /** The store in a directory, which need not exist yet. Touches nothing. */
    public static FileStore open(Path directory) {
        return new FileStore(new JsonFile(directory, FILE_NAME));
    }

    /**
     * The store of this user: in {@code $TINYBOX_STATE_DIR}, else {@code $XDG_STATE_HOME/tinybox}, else
     * {@code ~/.local/state/tinybox}. Touches nothing.
     *
     * @throws TinyboxException {@code store.failed} if there is no home directory either
     */
    public static FileStore openDefault() {
        return open(StateDirectory.locate());
    }

    /** The directory the store is in, absolute. */
    public Path directory() {
        return file.directory();
    }

    @Override
    public void insert(BoxRecord box) {
        file.change(draft -> {
            if (records(draft.root()).containsKey(box.id())) {
                throw StoreRules.duplicate(box.id());
            }
            return put(draft, box);
        });
    }

    @Override
    public BoxRecord insertNew(Function<BoxId, BoxRecord> recordOf) {
        return file.change(draft -> {
            BoxId id = StoreRules.lowestFree(records(draft.root()).keySet());
            return put(draft, StoreRules.requireId(recordOf.apply(id), id));
        });
    }

    @Override
    public Optional<BoxRecord> get(BoxId id) {
        return Optional.ofNullable(records(file.read()).get(id));
    }

    @Override
    public List<BoxRecord> list() {
        return List.copyOf(records(file.read()).values());
    }

    @Override
    public Optional<BoxRecord> update(BoxId id, UnaryOperator<BoxRecord> change) {
        return file.change(draft -> Optional.ofNullable(records(draft.root()).get(id))
                .map(current -> {
                    BoxRecord changed = StoreRules.requireId(change.apply(current), id);
                    return changed.equals(current) ? current : put(draft, changed);
                }));
    }

    @Override
    public boolean remove(BoxId id) {
        return file.change(draft -> {
            if (!records(draft.root()).containsKey(id)) {
                return false;
            }
            draft.remove(id.value());
            return true;
        });
    }

    private static SortedMap<BoxId, BoxRecord> records(JsonPlace document) {
        SortedMap<BoxId, BoxRecord> records = new TreeMap<>();
        document.fields().forEach((name, place) -> {
            BoxRecord box = BoxJson.read(name, place);
            records.put(box.id(), box);
        });
        return records;
    }

    private static BoxRecord put(JsonFile.Draft draft, BoxRecord box) {
        draft.put(box.id().value(), old -> BoxJson.write(box, old));
        return box;
    }

    @Override
    public String toString() {
        return "FileStore[" + file + "]";
    }
}
