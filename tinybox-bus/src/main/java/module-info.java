/** The wire vocabulary of tinybox. It has no runtime, no transport and no policy. */
@org.jspecify.annotations.NullMarked
@SuppressWarnings("module") // the modules the JSON package is exported to are compiled after this one
module ai.tinyhumans.tinybox.bus {
    requires static transitive org.jspecify;
    requires com.fasterxml.jackson.databind;

    exports ai.tinyhumans.tinybox.bus;
    exports ai.tinyhumans.tinybox.bus.json to
            ai.tinyhumans.tinybox.core,
            ai.tinyhumans.tinybox.docker,
            ai.tinyhumans.tinybox.cli;
}
