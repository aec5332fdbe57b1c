package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.spec.SnapshotId;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tinybox fork}: a box from a snapshot. */
@Command(name = "fork", description = "Make a box from a snapshot, with the default limits, and tell its name.")
final class ForkCommand extends MachineCommand {

    @Mixin
    private SnapshotPlace place;

    @Parameters(paramLabel = "SNAPSHOT", description = "the snapshot")
    private SnapshotId snapshot;

    @Override
    int run(Session session) throws IOException, InterruptedException {
        BoxOptions options = BoxOptions.of(place.sandbox());
        try (Box box =
                options.create(session, WorkspaceSource.snapshot(snapshot)).box()) {
            box.keep();
            session.tell(Views.box(box.info()), List.of(box.id().value()));
            return Status.OK;
        }
    }
}
