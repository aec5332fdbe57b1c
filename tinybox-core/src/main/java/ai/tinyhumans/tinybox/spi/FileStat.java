package ai.tinyhumans.tinybox.spi;

import java.time.Instant;

/**
 * What is known of a file without opening it. Immutable.
 *
 * @param name its name in its directory; a byte that is not UTF-8 is one lone surrogate, as
 *     {@link ai.tinyhumans.tinybox.spec.Text} has it
 * @param type what it is
 * @param size in bytes, of a regular file
 * @param mode its permission bits, as in {@code 0644}
 * @param modified when its content last changed
 */
public record FileStat(String name, Type type, long size, int mode, Instant modified) {

    /** What a file can be. */
    public enum Type {
        /** A regular file. */
        FILE,
        /** A directory. */
        DIRECTORY,
        /** A symbolic link. */
        LINK,
        /** A device, a pipe, a socket. */
        OTHER
    }
}
