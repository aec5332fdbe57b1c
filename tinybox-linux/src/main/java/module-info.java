/** Confinement by the Linux kernel: namespaces, Landlock and seccomp. */
@org.jspecify.annotations.NullMarked
module ai.tinyhumans.tinybox.linux {
    requires static transitive org.jspecify;
    requires transitive ai.tinyhumans.tinybox.core;
    requires ai.tinyhumans.tinybox.host.local;
    requires org.slf4j;

    provides ai.tinyhumans.tinybox.spi.SandboxProvider with
            ai.tinyhumans.tinybox.linux.namespace.NamespaceProvider;
}
