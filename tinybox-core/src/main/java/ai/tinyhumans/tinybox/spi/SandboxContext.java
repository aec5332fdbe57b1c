package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.OutputChunk;
import ai.tinyhumans.tinybox.exec.Stdin;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * What core gives a sandbox to work with.
 *
 * @implSpec thread-safe
 */
public interface SandboxContext {

    /** The host the sandbox is on. */
    Host host();

    /**
     * Runs a helper program on the host to its end, supervised as any command is: in a group of its own, its output
     * bounded, killed when its time is up.
     *
     * @throws TinyboxException {@code launch.*} if it does not start
     * @throws InterruptedException if the calling thread is interrupted; the helper is ended first
     */
    ExecResult run(LaunchPlan plan, Stdin stdin, Duration timeout) throws InterruptedException;

    /**
     * Runs a helper program whose output may be long: it goes to a consumer as it comes, on the calling thread, and the
     * program waits while the consumer does. Otherwise as {@link #run(LaunchPlan, Stdin, Duration)}.
     *
     * @return the result without the standard output, and with the last 4 KiB of the standard error
     */
    ExecResult run(LaunchPlan plan, Stdin stdin, Duration timeout, Consumer<OutputChunk> stdout)
            throws InterruptedException;
}
