package ai.tinyhumans.tinybox.store;

import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/**
 * A program that inserts records and removes most of them again. It notes each step in a file as it goes, before it begins
 * to remove and after all else, so that whoever kills it knows what it had been promised.
 */
public final class StoreWriter {

    /** The variable by which a record tells which insert it is of: names are used again. */
    static final String TAG = "TAG";

    /** The case's own bound: a longer wait for the lock is {@code store.busy}, and that ends the program. */
    private static final Duration LOCK_WAIT = Duration.ofSeconds(2);

    private StoreWriter() {}

    /** Takes the directory of the store, the file for the notes and the number of rounds. */
    public static void main(String[] args) throws IOException {
        FileStore store = new FileStore(new JsonFile(Path.of(args[0]), FileStore.FILE_NAME, LOCK_WAIT));
        Path notes = Path.of(args[1]);
        int rounds = Integer.parseInt(args[2]);
        for (int i = 0; i < rounds; i++) {
            String tag = notes.getFileName() + "-" + i;
            BoxId id = store.insertNew(name -> tagged(name, tag)).id();
            note(notes, "inserted", tag);
            if (i % 10 != 0) {
                note(notes, "removing", tag);
                note(notes, store.remove(id) ? "removed" : "lost", tag);
            }
        }
    }

    private static BoxRecord tagged(BoxId id, String tag) {
        BoxSpec spec = Records.plainSpec().toBuilder().env(TAG, tag).build();
        return BoxRecord.creating(id, spec, Records.NOON);
    }

    private static void note(Path notes, String step, String tag) throws IOException {
        Files.writeString(notes, step + " " + tag + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
