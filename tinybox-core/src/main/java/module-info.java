/**
 * The Box API and what stands behind it: values, capabilities, provider interfaces, supervision, stores. Providers of hosts
 * and sandboxes are found by {@link java.util.ServiceLoader}.
 */
@org.jspecify.annotations.NullMarked
module ai.tinyhumans.tinybox.core {
    requires static transitive org.jspecify;
    requires transitive ai.tinyhumans.tinybox.bus;
    requires com.fasterxml.jackson.databind;
    requires org.slf4j;

    exports ai.tinyhumans.tinybox;
    exports ai.tinyhumans.tinybox.capability;
    exports ai.tinyhumans.tinybox.error;
    exports ai.tinyhumans.tinybox.event;
    exports ai.tinyhumans.tinybox.exec;
    exports ai.tinyhumans.tinybox.spec;
    exports ai.tinyhumans.tinybox.spi;
    exports ai.tinyhumans.tinybox.store;

    uses ai.tinyhumans.tinybox.spi.HostProvider;
    uses ai.tinyhumans.tinybox.spi.HostScheme;
    uses ai.tinyhumans.tinybox.spi.JailProvider;
    uses ai.tinyhumans.tinybox.spi.SandboxProvider;

    provides ai.tinyhumans.tinybox.spi.SandboxProvider with
            ai.tinyhumans.tinybox.passthrough.PassthroughProvider;
}
