package ai.tinyhumans.tinybox.store;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.SnapshotId;
import ai.tinyhumans.tinybox.spec.TemplateName;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Names for snapshots in the file {@code templates.json} of a directory. Everything that {@link FileStore} says of its file
 * is true of this one.
 */
public final class FileTemplates implements Templates {

    static final String FILE_NAME = "templates.json";

    private final JsonFile file;

    private FileTemplates(JsonFile file) {
        this.file = file;
    }

    /** The templates in a directory, which need not exist yet. Touches nothing. */
    public static FileTemplates open(Path directory) {
        return new FileTemplates(new JsonFile(directory, FILE_NAME));
    }

    /**
     * The templates of this user, in the directory of {@link FileStore#openDefault()}. Touches nothing.
     *
     * @throws TinyboxException {@code store.failed} if there is no home directory
     */
    public static FileTemplates openDefault() {
        return open(StateDirectory.locate());
    }

    @Override
    public void save(TemplateName name, SnapshotId snapshot) {
        file.change(draft -> {
            boolean same = snapshot.equals(snapshots(draft.root()).get(name));
            if (!same) {
                draft.put(name.value(), old -> TextNode.valueOf(snapshot.value()));
            }
            return same;
        });
    }

    @Override
    public Optional<SnapshotId> get(TemplateName name) {
        return Optional.ofNullable(list().get(name));
    }

    @Override
    public SortedMap<TemplateName, SnapshotId> list() {
        return Collections.unmodifiableSortedMap(snapshots(file.read()));
    }

    @Override
    public boolean remove(TemplateName name) {
        return file.change(draft -> {
            if (!snapshots(draft.root()).containsKey(name)) {
                return false;
            }
            draft.remove(name.value());
            return true;
        });
    }

    private static SortedMap<TemplateName, SnapshotId> snapshots(JsonPlace document) {
        SortedMap<TemplateName, SnapshotId> snapshots = new TreeMap<>();
        document.fields()
                .forEach((name, place) -> snapshots.put(
                        place.checked(() -> new TemplateName(name)),
                        place.checked(() -> new SnapshotId(place.text()))));
        return snapshots;
    }

    @Override
    public String toString() {
        return "FileTemplates[" + file + "]";
    }
}
