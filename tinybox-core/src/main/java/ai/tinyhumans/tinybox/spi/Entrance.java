package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.ExecResult;

/**
 * The way into a box whose programs the host does not show as processes: what the host starts only stands in for them. Core
 * runs its {@linkplain InnerSupervisor inner supervisor} through it, to end what a stand-in stands for and to learn what
 * became of it.
 *
 * @implSpec thread-safe; all methods are pure
 */
public interface Entrance {

    /**
     * Rewrites a program of the box to one on the host, whose input, output and exit code are those of the program, unless
     * the way itself fails.
     */
    LaunchPlan enter(Inside program);

    /** A program on the host that finds out why the way failed; it ends within seconds. */
    LaunchPlan diagnosis();

    /**
     * Says why the way failed, by what {@link #diagnosis} found.
     *
     * @return {@code box.gone} only if no program of the box can be alive
     */
    TinyboxException explain(ExecResult diagnosis);
}
