package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.BoxId;
import java.util.Optional;

/**
 * What became of one box that was due. Immutable.
 *
 * @param box the box
 * @param failure why it could not be destroyed; empty if it was, or if this was a dry run
 */
public record Reaped(BoxId box, Optional<TinyboxException> failure) {}
