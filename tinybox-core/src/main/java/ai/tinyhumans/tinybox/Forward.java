package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.spi.Passage;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * A published port of a box, brought to the loopback address of this machine. Every user of this machine reaches it there.
 * Thread-safe. Whoever opened it closes it; it ends with the {@link Tinybox} as well.
 */
public final class Forward implements AutoCloseable {

    private final Passage passage;

    Forward(Passage passage) {
        this.passage = passage;
    }

    /** Where the port is reached: 127.0.0.1 and a port. */
    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), passage.port());
    }

    /** Answers whether the way stands, as far as is known: a connection that is lost is noticed within a minute. */
    public boolean isOpen() {
        return passage.isOpen();
    }

    /** Closes the way to the box, and every connection through it. Idempotent. */
    @Override
    public void close() {
        passage.close();
    }
}
