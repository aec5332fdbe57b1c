package ai.tinyhumans.tinybox.exec;

import ai.tinyhumans.tinybox.spec.ByteSize;
import java.time.Duration;
import java.util.Optional;

/**
 * What a command used: the program itself and those of its children it waited for, as wait4(2) accounts them. Immutable.
 * Processor time is zero and memory unknown if the program ran where this machine does not account it, as in a container.
 *
 * @param user processor time in the program
 * @param system processor time in the kernel
 * @param wall from just before the launch until everything of the command was dead
 * @param maxRss the largest resident set of any one of the processes, if it is known: until a program is executed the
 *     kernel counts the memory of the process that launches it (exec_mmap in fs/exec.c), so a peak below that of this JVM
 *     is hidden
 */
public record ResourceUsage(Duration user, Duration system, Duration wall, Optional<ByteSize> maxRss) {

    /** Nothing: for a command that never started. */
    public static final ResourceUsage NONE =
            new ResourceUsage(Duration.ZERO, Duration.ZERO, Duration.ZERO, Optional.empty());
}
