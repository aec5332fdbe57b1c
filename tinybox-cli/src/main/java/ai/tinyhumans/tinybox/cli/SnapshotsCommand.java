package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.SnapshotId;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tinybox snapshots}: what was kept of boxes. */
@Command(name = "snapshots", description = "List the snapshots a sandbox keeps, or delete one.")
final class SnapshotsCommand extends MachineCommand {

    @Mixin
    private SnapshotPlace place;

    @Option(names = "--delete", paramLabel = "SNAPSHOT", description = "delete this one")
    private @Nullable SnapshotId deleted;

    @Override
    int run(Session session) throws IOException, InterruptedException {
        Placement placement = place.placement(session);
        if (deleted != null) {
            session.tinybox().deleteSnapshot(placement, deleted);
            session.tell(Views.named("deleted", deleted), List.of(deleted.value()));
            return Status.OK;
        }
        List<SnapshotId> snapshots = session.tinybox().snapshots(placement);
        session.tell(
                Views.array("snapshots", snapshots, id -> Views.named("id", id)),
                snapshots.stream().map(SnapshotId::value).toList());
        return Status.OK;
    }
}
