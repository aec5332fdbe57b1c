package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.bus.json.Json;
import ai.tinyhumans.tinybox.store.Templates;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;

/**
 * What a subcommand works with.
 *
 * @param console its streams
 * @param json whether what it tells is for a program
 * @param tinybox the boxes of its store
 * @param templates the templates of its store
 * @param workspaces the directories tinybox made itself
 */
record Session(Console console, boolean json, Tinybox tinybox, Templates templates, Workspaces workspaces) {

    /** Tells the same to a program or to people. */
    void tell(ObjectNode object, List<String> lines) throws IOException {
        console.print(json ? List.of(Json.line(object)) : lines);
    }
}
