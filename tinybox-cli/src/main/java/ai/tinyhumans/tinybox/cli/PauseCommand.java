package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.spec.BoxId;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tinybox pause}: a box, frozen. */
@Command(name = "pause", description = "Freeze all programs of a box.")
final class PauseCommand extends MachineCommand {

    @Parameters(paramLabel = "ID", description = "the box")
    private BoxId id;

    @Override
    int run(Session session) throws IOException, InterruptedException {
        try (Box box = session.box(id)) {
            box.pause();
            session.tell(Views.named("paused", id), List.of(id.value()));
            return Status.OK;
        }
    }
}
