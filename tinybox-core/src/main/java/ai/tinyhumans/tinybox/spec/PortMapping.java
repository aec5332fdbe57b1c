package ai.tinyhumans.tinybox.spec;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import java.util.Comparator;
import java.util.OptionalInt;

/**
 * A port of the box that shall be published on its host when the box is made. Immutable.
 *
 * @param guest the port inside, 1 to 65535
 * @param host the port on the host, 1 to 65535; empty lets the host choose
 */
public record PortMapping(int guest, OptionalInt host) implements Comparable<PortMapping> {

    private static final Comparator<PortMapping> ORDER =
            Comparator.comparingInt(PortMapping::guest).thenComparingInt(mapping -> mapping.host.orElse(0));

    /**
     * Checks both ports.
     *
     * @throws TinyboxException {@code argument.invalid}, naming the port
     */
    public PortMapping {
        check("guest", guest);
        host.ifPresent(port -> check("host", port));
    }

    /** Publishes a guest port on a host port that the host chooses. */
    public static PortMapping dynamic(int guest) {
        return new PortMapping(guest, OptionalInt.empty());
    }

    /** Publishes a guest port on a certain host port. */
    public static PortMapping fixed(int guest, int host) {
        return new PortMapping(guest, OptionalInt.of(host));
    }

    private static void check(String side, int port) {
        if (port < 1 || port > 65535) {
            throw TinyboxException.of(ErrorCode.ARGUMENT_INVALID, side + " port " + port + " is not 1 to 65535")
                    .build();
        }
    }

    @Override
    public int compareTo(PortMapping other) {
        return ORDER.compare(this, other);
    }
}
