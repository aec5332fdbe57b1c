package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.error.TinyboxException;

/**
 * Starts processes.
 *
 * @implSpec thread-safe
 */
@FunctionalInterface
public interface Starter {

    /**
     * Starts a process: the leader of a new session and group, with default signal handling, the descriptors 0 to 2 and
     * those the plan names, and nothing else of this JVM. A {@linkplain Wrapper wrapper} is started from a thread that
     * lasts as long as the host. Blocks until the program runs or is known not to.
     *
     * @param listener hears of the process from now on, perhaps before this method returns
     * @throws TinyboxException {@code launch.*} if the program does not run; then nothing is left of the attempt and the
     *     listener hears nothing. {@code provider.unusable} if the host starts nothing on this machine, or if the plan has
     *     a restriction and the host starts programs from no thread of this JVM
     */
    HostProcess start(Launch launch, ProcessListener listener);
}
