package ai.tinyhumans.tinybox.spi;

/**
 * One program started in advance, which waits for its {@linkplain Request request}, or {@linkplain Standby stands by}. It
 * serves one launch, and only one whose plan is the same but for the request, while its {@linkplain Footing footing} is what
 * it was before the program was started; under the share of a {@linkplain LaunchPlan#quota quota} that was taken for the
 * program. Another is started as ever. After each launch the next program is started, in the background. There is never more
 * than one, it ends when this is closed or the JVM dies, and nothing of it remains.
 *
 * @implSpec thread-safe
 */
public interface Reserve extends Starter, AutoCloseable {

    /** Ends the program in reserve, and blocks until it is dead and reaped, for some milliseconds. Idempotent. */
    @Override
    void close();
}
