package ai.tinyhumans.tinybox.store;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.BoxId;

/** What every store refuses in the same words. */
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

    static TinyboxException duplicate(BoxId id) {
        return TinyboxException.of(ErrorCode.BOX_DUPLICATE, "box '" + id + "' is in the store already")
                .remedy("choose another name, or destroy that box first")
                .build();
    }
}
