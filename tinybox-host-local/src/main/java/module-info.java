/** The host that is this machine: starts processes through the C library and reaches workspace files. */
@org.jspecify.annotations.NullMarked
@SuppressWarnings("module") // the module that sees the system calls is compiled after this one
module ai.tinyhumans.tinybox.host.local {
    requires static transitive org.jspecify;
    requires transitive ai.tinyhumans.tinybox.core;
    requires com.sun.jna;
    requires org.slf4j;

    exports ai.tinyhumans.tinybox.host.local;
    exports ai.tinyhumans.tinybox.host.local.syscall to
            ai.tinyhumans.tinybox.linux;

    provides ai.tinyhumans.tinybox.spi.HostProvider with
            ai.tinyhumans.tinybox.host.local.LocalHostProvider;
    provides ai.tinyhumans.tinybox.spi.JailProvider with
            ai.tinyhumans.tinybox.host.local.SeatbeltJailProvider;
}
