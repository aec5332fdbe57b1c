package ai.tinyhumans.tinybox.exec;

import ai.tinyhumans.tinybox.spec.ByteSize;
import java.time.Duration;

/**
 * What a command used: the program itself and those of its children it waited for, as wait4(2) accounts them. Immutable.
 *
 * @param user processor time in the program
 * @param system processor time in the kernel
 * @param wall from just before the launch until the program was reaped
 * @param maxRss the largest resident set of any one of the processes
 */
public record ResourceUsage(Duration user, Duration system, Duration wall, ByteSize maxRss) {

    /** Nothing: for a command that never started. */
    public static final ResourceUsage NONE =
            new ResourceUsage(Duration.ZERO, Duration.ZERO, Duration.ZERO, new ByteSize(0));
}
