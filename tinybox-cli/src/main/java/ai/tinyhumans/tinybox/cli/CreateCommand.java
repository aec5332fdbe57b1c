package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tinybox create}: a box that stays. */
@Command(
        name = "create",
        description =
                "Make a box and tell its name. It expires after an hour: then the next 'tinybox reap' destroys it.")
final class CreateCommand extends MachineCommand {

    @Mixin
    private BoxOptions options;

    @Override
    int run(Session session) throws IOException, InterruptedException {
        try (Box box = options.create(session).box()) {
            box.keep();
            session.tell(Views.box(box.info()), List.of(box.id().value()));
            return Status.OK;
        }
    }
}
