/** The {@code tinybox} command. It exports nothing: its interface is the command line. */
@org.jspecify.annotations.NullMarked
module ai.tinyhumans.tinybox.cli {
    requires static org.jspecify;
    requires ai.tinyhumans.tinybox.core;
    requires ai.tinyhumans.tinybox.host.local;
    requires ai.tinyhumans.tinybox.host.ssh;
    requires com.fasterxml.jackson.databind;
    requires info.picocli;

    opens ai.tinyhumans.tinybox.cli to
            info.picocli;
}
