package ai.tinyhumans.tinybox.spi;

/**
 * A way from a port of this machine to one of a host.
 *
 * @implSpec thread-safe
 */
public interface Passage extends AutoCloseable {

    /** The port on the loopback address of this machine, 127.0.0.1. */
    int port();

    /** Answers whether the way stands, as far as is known: a connection that is lost is noticed within a minute. */
    boolean isOpen();

    /** Closes the way, and every connection through it. Idempotent. */
    @Override
    void close();
}
