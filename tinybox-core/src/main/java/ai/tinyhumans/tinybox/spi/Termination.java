package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.spec.ByteSize;
import java.time.Duration;
import java.util.Optional;

/**
 * How a process ended and what it used. Immutable.
 *
 * @param exit {@link Exit.Exited} or {@link Exit.Signaled}
 * @param user processor time in its program
 * @param system processor time in the kernel
 * @param maxRss its largest resident set, if it is known
 */
public record Termination(Exit exit, Duration user, Duration system, Optional<ByteSize> maxRss) {}
