package ai.tinyhumans.tinybox.store;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.BoxId;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Keeps the records of boxes. A box exists because a store says so, not because a sandbox does.
 *
 * <p>Every method may throw {@link TinyboxException} with {@code store.corrupt}, {@code store.busy} or
 * {@code store.failed}; then nothing was changed.
 *
 * @implSpec thread-safe, and safe against other processes if the store is shared with any
 */
public interface Store {

    /** How often {@link #insertNew} tries: each failure means that another creator was faster with one name. */
    int MAX_INSERT_ATTEMPTS = 1000;

    /**
     * Adds a record.
     *
     * @throws TinyboxException {@code box.duplicate} if there is one of that name
     */
    void insert(BoxRecord box);

    /** Finds a record. */
    Optional<BoxRecord> get(BoxId id);

    /** All records, in the order of their names. */
    List<BoxRecord> list();

    /**
     * Changes a record in one step, that no other change comes between.
     *
     * @param change makes the new record from the current one; it must keep the name, may throw to change nothing, and must
     *     not use the store
     * @return the new record, or empty if there is none of that name
     */
    Optional<BoxRecord> update(BoxId id, UnaryOperator<BoxRecord> change);

    /** Removes a record; returns whether there was one. */
    boolean remove(BoxId id);

    /** The lowest free {@code box-N}: reproducible, and short enough to type. Another creator may take it first. */
    default BoxId allocateId() {
        return StoreRules.lowestFree(list().stream().map(BoxRecord::id).collect(Collectors.toSet()));
    }

    /**
     * Adds a record under the lowest free name, trying the next when another creator was faster.
     *
     * @param recordOf makes the record of a name; it must keep the name, may be called again with another one, may throw to
     *     change nothing, and must not use the store
     * @return the record that was added
     */
    default BoxRecord insertNew(Function<BoxId, BoxRecord> recordOf) {
        for (int attempt = 0; attempt < MAX_INSERT_ATTEMPTS; attempt++) {
            BoxId id = allocateId();
            BoxRecord box = StoreRules.requireId(recordOf.apply(id), id);
            try {
                insert(box);
                return box;
            } catch (TinyboxException e) {
                if (e.code() != ErrorCode.BOX_DUPLICATE) {
                    throw e;
                }
            }
        }
        throw TinyboxException.of(ErrorCode.STORE_BUSY, "no free box name after " + MAX_INSERT_ATTEMPTS + " attempts")
                .remedy("try again")
                .build();
    }
}
