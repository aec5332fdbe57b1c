package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.spec.BoxId;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tinybox resume}: a frozen box, going on. */
@Command(name = "resume", description = "Let all programs of a paused box go on.")
final class ResumeCommand extends MachineCommand {

    @Parameters(paramLabel = "ID", description = "the box")
    private BoxId id;

    @Override
    int run(Session session) throws IOException, InterruptedException {
        try (Box box = session.box(id)) {
            box.resume();
            session.tell(Views.named("resumed", id), List.of(id.value()));
            return Status.OK;
        }
    }
}
