package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.store.BoxRecord;
import java.util.HashSet;
import java.util.Set;

/** A sandbox without confinement that fails to destroy certain boxes once. */
final class FlakySandbox extends BareSandbox {

    private final Set<BoxId> failing = new HashSet<>();

    FlakySandbox() {
        super("flaky");
    }

    void failOnceOn(BoxId box) {
        failing.add(box);
    }

    @Override
    public void destroy(BoxRecord box) {
        if (failing.remove(box.id())) {
            throw TinyboxException.of(ErrorCode.CLEANUP_FAILED, "box '" + box.id() + "' does not go away")
                    .build();
        }
    }
}
