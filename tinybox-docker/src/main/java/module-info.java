/** Boxes that are containers: every operation is a docker command, run through the host the box is placed on. */
@org.jspecify.annotations.NullMarked
module ai.tinyhumans.tinybox.docker {
    requires static transitive org.jspecify;
    requires transitive ai.tinyhumans.tinybox.core;
    requires com.fasterxml.jackson.databind;

    exports ai.tinyhumans.tinybox.docker;

    provides ai.tinyhumans.tinybox.spi.SandboxProvider with
            ai.tinyhumans.tinybox.docker.DockerProvider;
}
