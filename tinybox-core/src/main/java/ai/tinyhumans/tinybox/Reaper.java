package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.store.BoxRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Destroys boxes that are due. */
final class Reaper {

    private final Engine engine;
    private final Function<BoxId, Box> handleOn;

    Reaper(Engine engine, Function<BoxId, Box> handleOn) {
        this.engine = engine;
        this.handleOn = handleOn;
    }

    List<BoxRecord> due() {
        Instant now = engine.clock().now();
        return engine.store().list().stream().filter(box -> isDue(box, now)).collect(Collectors.toList());
    }

    private static boolean isDue(BoxRecord box, Instant now) {
        return box.closing() || box.isExpired(now);
    }

    List<Reaped> reap(Predicate<BoxRecord> which) throws InterruptedException {
        List<Reaped> reaped = new ArrayList<>();
        for (BoxRecord box : due()) {
            if (which.test(box) && claim(box.id())) {
                reaped.add(new Reaped(box.id(), destroy(box.id())));
            }
        }
        return reaped;
    }

    /** Begins the destruction in the same step in which the box is seen to be due, so that no renewal comes between. */
    private boolean claim(BoxId id) {
        Instant now = engine.clock().now();
        return engine.store()
                .update(id, box -> isDue(box, now) ? box.withClosing() : box)
                .filter(BoxRecord::closing)
                .isPresent();
    }

    private Optional<TinyboxException> destroy(BoxId id) throws InterruptedException {
        try (Box box = handleOn.apply(id)) {
            box.destroy();
            return Optional.empty();
        } catch (TinyboxException e) {
            return Optional.of(e);
        }
    }
}
