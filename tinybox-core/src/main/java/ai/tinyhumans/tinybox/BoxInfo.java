package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.store.BoxState;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * What a box is now. Immutable.
 *
 * @param id its name
 * @param state the state its sandbox found it in
 * @param spec what it was asked to be
 * @param createdAt when it was made, if that is known
 * @param expiresAt when it expires, if it does
 * @param capabilities what its sandbox declares
 * @param unenforced the constraints that are not enforced, because its maker accepted that
 */
public record BoxInfo(
        BoxId id,
        BoxState state,
        BoxSpec spec,
        Optional<Instant> createdAt,
        Optional<Instant> expiresAt,
        SandboxCapabilities capabilities,
        Set<Constraint> unenforced) {

    /** Copies the set. */
    public BoxInfo {
        unenforced = Set.copyOf(unenforced);
    }
}
