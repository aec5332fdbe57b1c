/** Confinement by the Linux kernel: namespaces, Landlock and filters of system calls. */
@org.jspecify.annotations.NullMarked
module ai.tinyhumans.tinybox.linux {
    requires static transitive org.jspecify;
    requires transitive ai.tinyhumans.tinybox.core;
    requires ai.tinyhumans.tinybox.host.local;
    requires org.slf4j;

    provides ai.tinyhumans.tinybox.spi.SandboxProvider with
            ai.tinyhumans.tinybox.linux.landlock.LandlockProvider,
            ai.tinyhumans.tinybox.linux.namespace.NamespaceProvider;
    provides ai.tinyhumans.tinybox.spi.JailProvider with
            ai.tinyhumans.tinybox.linux.landlock.LandlockJailProvider;
}
