package ai.tinyhumans.tinybox.store;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.BoxId;
import java.util.Set;

/** What every store decides alike, and refuses in the same words. */
final class StoreRules {

    private StoreRules() {}

    /**
     * Returns a record that a caller's function made.
     *
     * @throws IllegalArgumentException if it has another name than the function was given
     */
    static BoxRecord requireId(BoxRecord box, BoxId id) {
        if (!box.id().equals(id)) {
            throw new IllegalArgumentException(
                    "the record of box '" + id + "' may not become that of '" + box.id() + "'");
        }
        return box;
    }

    /** The lowest {@code box-N} that is not taken. */
    static BoxId lowestFree(Set<BoxId> taken) {
        for (int n = 0; ; n++) {
            BoxId id = new BoxId("box-" + n);
            if (!taken.contains(id)) {
                return id;
            }
        }
    }

    static TinyboxException duplicate(BoxId id) {
        return TinyboxException.of(ErrorCode.BOX_DUPLICATE, "box '" + id + "' is in the store already")
                .remedy("choose another name, or destroy that box first")
                .build();
    }
}
