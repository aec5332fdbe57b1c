package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.spec.SandboxRef;

/**
 * Makes sandboxes of one kind. Found by {@link java.util.ServiceLoader} from the class path and the module path.
 *
 * @implSpec thread-safe, with a public constructor without arguments that does nothing
 */
public interface SandboxProvider {

    /** The name a placement calls it by. */
    SandboxRef name();

    /**
     * Finds out whether this sandbox can work on a host, by trying the very mechanism it would use. Blocks for at most
     * some seconds and leaves nothing behind.
     */
    Probe probe(SandboxContext context);

    /** Opens a sandbox on a host. It holds nothing that needs closing: boxes do, and they are destroyed. */
    Sandbox open(SandboxContext context);
}
