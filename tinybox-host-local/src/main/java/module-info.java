/** The host that is this machine: starts processes through the C library and reaches workspace files. */
@org.jspecify.annotations.NullMarked
module ai.tinyhumans.tinybox.host.local {
    requires static transitive org.jspecify;
    requires transitive ai.tinyhumans.tinybox.core;
    requires com.sun.jna;
    requires org.slf4j;

    exports ai.tinyhumans.tinybox.host.local;

    provides ai.tinyhumans.tinybox.spi.HostProvider with
            ai.tinyhumans.tinybox.host.local.LocalHostProvider;
}
