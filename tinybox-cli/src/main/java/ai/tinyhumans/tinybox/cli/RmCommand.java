package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tinybox rm}: the end of a box. */
@Command(
        name = "rm",
        description =
                "Destroy a box with all that runs in it, whoever started that, and its workspace unless that was given"
                        + " by --workspace.")
final class RmCommand extends MachineCommand {

    @Parameters(paramLabel = "ID", description = "the box")
    private BoxId id;

    @Override
    int run(Session session) throws IOException, InterruptedException {
        try (Box box = session.box(id)) {
            BoxSpec spec = box.spec();
            box.destroy();
            session.workspaces(spec.workspace().host()).removeOf(spec);
            session.tell(Views.named("removed", id), List.of(id.value()));
            return Status.OK;
        }
    }
}
