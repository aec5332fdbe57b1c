package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.error.TinyboxException;

/**
 * What a thread takes upon itself for good before it starts a program, which inherits it: the program never runs without.
 *
 * @implSpec may be applied any number of times, each time on a new thread that does nothing else than start one program
 *     and then lives as long as that. No class may be loaded first, and no file opened, on that thread once the restriction
 *     holds; so its last step should be the one that forbids this
 */
@FunctionalInterface
public interface Restriction {

    /**
     * Restricts the calling thread. Blocks for no longer than some system calls.
     *
     * @throws TinyboxException if the thread cannot be restricted exactly so; then no program is started
     */
    void apply();
}
