package ai.tinyhumans.tinybox.linux.seccomp;

/**
 * Which sockets a program may make. Routing sockets (NETLINK_ROUTE) belong to the internet's, since runtimes list the
 * network interfaces through them; to change a route takes a capability.
 */
public enum Sockets {
    /**
     * Those of the internet and of the machine: for a box with a network namespace and a file system of its own, where
     * they lead no further than these.
     */
    ISOLATED,
    /**
     * Those of the internet, and connected pairs. No socket with a name in the file system: it would lead to every
     * service of the host that listens at one, whatever files the box may see.
     */
    INTERNET,
    /** The same, but none that listens: connections go out and none comes in. */
    OUTGOING,
    /** Connected pairs only, as event loops and runtimes use them within a program and its children. */
    PAIRS
}
