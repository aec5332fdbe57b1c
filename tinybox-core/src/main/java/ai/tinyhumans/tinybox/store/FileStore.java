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

    @Override
    public void insert(BoxRecord box) {
        boolean inserted = file.change(document -> {
            if (records(document).containsKey(box.id())) {
                return false;
            }
            put(document, box);
            return true;
        });
        if (!inserted) {
            throw StoreRules.duplicate(box.id());
        }
    }

    @Override
    public BoxRecord insertNew(Function<BoxId, BoxRecord> recordOf) {
        return file.change(document -> {
            // the lock is held, so the name stays free
            BoxId id = allocateId();
            BoxRecord box = StoreRules.requireId(recordOf.apply(id), id);
            put(document, box);
            return box;
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
        return file.change(document -> {
            Optional<BoxRecord> changed = Optional.ofNullable(records(document).get(id))
                    .map(change)
                    .map(box -> StoreRules.requireId(box, id));
            changed.ifPresent(box -> put(document, box));
            return changed;
        });
    }

    @Override
    public boolean remove(BoxId id) {
        return file.change(document -> {
            boolean found = records(document).containsKey(id);
            document.object().remove(id.value());
            return found;
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

    private static void put(JsonPlace document, BoxRecord box) {
        String name = box.id().value();
        document.object().set(name, BoxJson.write(box, document.object().get(name)));
    }

    @Override
    public String toString() {
        return "FileStore[" + file + "]";
    }
}
