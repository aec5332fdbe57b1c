package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.BoxInfo;
import ai.tinyhumans.tinybox.spec.BoxId;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tinybox inspect}: everything about a box. */
@Command(
        name = "inspect",
        description = "Tell what a box is, what it may do, and which of its policies are not enforced.")
final class InspectCommand extends MachineCommand {

    @Parameters(paramLabel = "ID", description = "the box")
    private BoxId id;

    @Override
    int run(Session session) throws IOException, InterruptedException {
        try (Box box = session.box(id)) {
            BoxInfo info = box.info();
            session.tell(Views.box(info), Tables.box(info));
            return Status.OK;
        }
    }
}
