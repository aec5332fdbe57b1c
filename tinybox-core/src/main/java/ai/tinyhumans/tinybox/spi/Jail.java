package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.JailSpec;

/**
 * A way to confine one program of a box that confines nothing itself. Core has checked what is asked for against
 * {@link #status()} before it calls.
 *
 * @implSpec thread-safe
 */
public interface Jail {

    /** What it can do on its host, in the state this is in. Blocks for no longer than some system calls. */
    JailStatus status();

    /**
     * Confines a program: it starts only so, or not at all. Whatever paths lead to is looked up now, so that what cannot
     * be confined is refused, and again when it starts.
     *
     * @param plan what would run unconfined
     * @param workspace the directory it works in, an absolute path
     * @throws TinyboxException {@code constraint.not_enforced} if it would be given access to what it must not read, or
     *     a policy is beyond this jail; {@code file.not_found} if something granted does not exist
     */
    LaunchPlan confine(LaunchPlan plan, String workspace, JailSpec spec);
}
