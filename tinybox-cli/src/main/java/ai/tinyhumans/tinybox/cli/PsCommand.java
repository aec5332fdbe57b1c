package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.BoxProcess;
import ai.tinyhumans.tinybox.spec.BoxId;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tinybox ps}: the processes of a box. */
@Command(
        name = "ps",
        description = "List the spawned processes of a box, those that ended included until they are killed.")
final class PsCommand extends MachineCommand {

    @Parameters(paramLabel = "ID", description = "the box")
    private BoxId id;

    @Override
    int run(Session session) throws IOException {
        try (Box box = session.box(id)) {
            List<BoxProcess> processes = box.processes();
            session.tell(Views.array("processes", processes, Views::process), Tables.processes(processes));
            return Status.OK;
        }
    }
}
