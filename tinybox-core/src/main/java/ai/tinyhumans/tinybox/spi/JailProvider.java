package ai.tinyhumans.tinybox.spi;

/**
 * Makes jails of one kind. Found by {@link java.util.ServiceLoader} from the class path and the module path.
 *
 * @implSpec thread-safe, with a public constructor without arguments that does nothing
 */
public interface JailProvider {

    /** The name of its jails. */
    String name();

    /** A jail for programs of a host. Where it does not work its status says so. It holds nothing that needs closing. */
    Jail open(Host host);
}
