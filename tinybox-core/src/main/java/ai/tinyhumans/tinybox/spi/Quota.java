package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Exit;
import java.util.List;

/**
 * Limits of the kernel that a program, and all it starts, is under from its first instruction on. A host takes a share of it
 * for each start of a plan, and tells the {@linkplain ProcessListener#startsUnder listener}, which gives that back when all
 * of the command is dead, or if it did not start.
 *
 * @implSpec thread-safe
 */
@FunctionalInterface
public interface Quota {

    /**
     * Sets the limits, and reads them back. Blocks for no longer than some system calls.
     *
     * @throws TinyboxException {@code constraint.not_enforced} if one of them does not hold; then nothing is started, and
     *     nothing left behind
     */
    Share take();

    /** One command's part of it. */
    interface Share {

        /** The plan of a program that puts itself under the limits, then becomes the one of {@code plan}. Pure. */
        LaunchPlan place(LaunchPlan plan);

        /**
         * Kills whatever is under it still, and gives it back. Called once; does not throw. Blocks for no longer than some
         * system calls: what the kernel still needs is removed later.
         *
         * @return the limits that took something from this command for certain: killed it, or refused it a process; the one
         *     that took most comes first
         */
        List<Exit.LimitHit> giveBack();
    }
}
