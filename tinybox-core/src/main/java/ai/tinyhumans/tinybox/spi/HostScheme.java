package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.spec.HostRef;

/**
 * Leads to machines by their addresses. Found by {@link java.util.ServiceLoader} from the class path and the module path.
 *
 * @implSpec thread-safe, with a public constructor without arguments that does nothing
 */
public interface HostScheme {

    /** The scheme of the addresses it reads, as in {@code ssh}. */
    String name();

    /**
     * The provider of the machine at an address. Connects to nothing.
     *
     * @param address an address of this scheme, which the provider takes for its name
     * @param here the provider of this machine
     * @throws ai.tinyhumans.tinybox.error.TinyboxException {@code argument.invalid} if it cannot be read
     */
    HostProvider at(HostRef address, HostProvider here);
}
