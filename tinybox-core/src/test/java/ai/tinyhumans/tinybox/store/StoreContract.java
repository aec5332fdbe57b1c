package ai.tinyhumans.tinybox.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.BoxId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What every store does. */
abstract class StoreContract {

    private static final BoxId ID = new BoxId("b");

    /** A new, empty store. */
    abstract Store store();

    static void assertRefused(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        TinyboxException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void keepsWhatItIsGiven() {
        Store store = store();
        store.insert(Records.full("b"));
        assertThat(store.get(ID)).contains(Records.full("b"));
        assertThat(store.list()).containsExactly(Records.full("b"));
        assertThat(store.get(new BoxId("c"))).isEmpty();
    }

    @Test
    void listsInTheOrderOfTheNames() {
        Store store = store();
        List.of("b", "a", "box-2", "box-10").forEach(id -> store.insert(Records.plain(id)));
        assertThat(store.list()).extracting(box -> box.id().value()).containsExactly("a", "b", "box-10", "box-2");
    }

    @Test
    void refusesASecondRecordOfOneName() {
        Store store = store();
        store.insert(Records.full("b"));
        assertRefused(ErrorCode.BOX_DUPLICATE, () -> store.insert(Records.plain("b")));
        assertThat(store.list()).containsExactly(Records.full("b"));
    }

    @Test
    void updatesARecordOnlyIfThereIsOne() {
        Store store = store();
        store.insert(Records.plain("b"));
        BoxRecord ready = Records.plain("b").withState(BoxState.READY);
        assertThat(store.update(ID, box -> box.withState(BoxState.READY))).contains(ready);
        assertThat(store.get(ID)).contains(ready);
        assertThat(store.update(new BoxId("c"), box -> box.withState(BoxState.READY)))
                .isEmpty();
        assertThat(store.list()).containsExactly(ready);
    }

    @Test
    void changesNothingWhenTheChangeThrowsOrRenames() {
        Store store = store();
        store.insert(Records.plain("b"));
        assertThatThrownBy(() -> store.update(ID, box -> {
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        assertThatThrownBy(() -> store.update(ID, box -> Records.plain("other")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.insertNew(id -> Records.plain("b")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(store.list()).containsExactly(Records.plain("b"));
    }

    @Test
    void removesARecordOnce() {
        Store store = store();
        store.insert(Records.plain("a"));
        store.insert(Records.plain("b"));
        assertThat(store.remove(ID)).isTrue();
        assertThat(store.remove(ID)).isFalse();
        assertThat(store.list()).containsExactly(Records.plain("a"));
    }

    @Test
    void allocatesTheLowestFreeName() {
        Store store = store();
        assertThat(store.allocateId()).isEqualTo(new BoxId("box-0"));
        List.of("box-0", "box-1", "box-3", "box-02", "other").forEach(id -> store.insert(Records.plain(id)));
        assertThat(store.allocateId()).isEqualTo(new BoxId("box-2"));
        assertThat(store.insertNew(id -> Records.plain(id.value())).id()).isEqualTo(new BoxId("box-2"));
        assertThat(store.insertNew(id -> Records.plain(id.value())).id()).isEqualTo(new BoxId("box-4"));
    }

    @Test
    void givesConcurrentCreatorsTheLowestNamesOnceEach() throws Exception {
        Store store = store();
        int creators = 8;
        int each = 5;
        ExecutorService threads = Executors.newFixedThreadPool(creators);
        try {
            List<Future<?>> creations = new ArrayList<>();
            for (int i = 0; i < creators * each; i++) {
                creations.add(threads.submit(() -> store.insertNew(id -> Records.plain(id.value()))));
            }
            for (Future<?> creation : creations) {
                creation.get();
            }
        } finally {
            threads.shutdownNow();
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < creators * each; i++) {
            names.add("box-" + i);
        }
        assertThat(store.list()).extracting(box -> box.id().value()).containsExactlyInAnyOrderElementsOf(names);
    }
}
