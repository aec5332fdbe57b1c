package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.capability.SnapshotSupport;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.SnapshotId;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tinybox snapshot}: the files of a box, kept. */
@Command(name = "snapshot", description = "Keep the files of a box as a snapshot and tell its name.")
final class SnapshotCommand extends MachineCommand {

    @Parameters(paramLabel = "ID", description = "the box")
    private BoxId id;

    @Override
    int run(Session session) throws IOException, InterruptedException {
        try (Box box = session.box(id)) {
            SnapshotId snapshot = box.snapshot(SnapshotSupport.FILESYSTEM);
            session.tell(Views.named("id", snapshot), List.of(snapshot.value()));
            return Status.OK;
        }
    }
}
