package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.spec.HostRef;

/**
 * Makes hosts of one kind. Found by {@link java.util.ServiceLoader} from the class path and the module path.
 *
 * @implSpec thread-safe, with a public constructor without arguments that does nothing
 */
public interface HostProvider {

    /** The name a placement calls it by. */
    HostRef name();

    /**
     * Finds out whether hosts of this kind can start processes from this machine, by trying. Blocks for at most some
     * seconds and leaves nothing behind.
     */
    Probe probe();

    /**
     * Opens a host, which the caller closes. A host that cannot start processes here still opens, so that boxes can be
     * recorded and removed: its {@link Host#start} refuses.
     */
    Host open();
}
