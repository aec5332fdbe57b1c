package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.store.BoxRecord;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code tinybox ls}: the boxes of a store. */
@Command(name = "ls", description = "List the boxes of the store.")
final class LsCommand extends MachineCommand {

    @Override
    int run(Session session) throws IOException {
        List<BoxRecord> boxes =
                session.tinybox().list().stream().filter(session::covers).toList();
        session.tell(Views.array("boxes", boxes, Views::record), Tables.boxes(boxes));
        return Status.OK;
    }
}
