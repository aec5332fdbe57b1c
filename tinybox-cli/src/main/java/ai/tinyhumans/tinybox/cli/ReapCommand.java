package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Reaped;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.store.BoxRecord;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tinybox reap}: the end of all boxes that are due. */
@Command(
        name = "reap",
        description = "Destroy the boxes that have expired, and those whose destruction began and was not finished.")
final class ReapCommand extends MachineCommand {

    @Option(names = "--dry-run", description = "destroy nothing, tell only what would be")
    private boolean dryRun;

    @Override
    int run(Session session) throws IOException, InterruptedException {
        return told(
                session,
                dryRun
                        ? session.tinybox().due().stream()
                                .filter(session::covers)
                                .map(ReapCommand::spared)
                                .toList()
                        : reap(session));
    }

    private static Reaped spared(BoxRecord box) {
        return new Reaped(box.id(), Optional.empty());
    }

    private static List<Reaped> reap(Session session) throws InterruptedException {
        Map<BoxId, BoxSpec> specs =
                session.tinybox().list().stream().collect(Collectors.toMap(BoxRecord::id, BoxRecord::spec));
        List<Reaped> reaped = session.tinybox().reap(session::covers);
        for (Reaped box : reaped) {
            if (box.failure().isEmpty() && specs.containsKey(box.box())) {
                BoxSpec spec = specs.get(box.box());
                session.workspaces(spec.workspace().host()).removeOf(spec);
            }
        }
        return reaped;
    }

    private static int told(Session session, List<Reaped> reaped) throws IOException {
        reaped.forEach(box -> box.failure().ifPresent(e -> session.console().note(e.getMessage())));
        session.tell(
                Views.array("boxes", reaped, Views::reaped),
                reaped.stream()
                        .filter(box -> box.failure().isEmpty())
                        .map(box -> box.box().value())
                        .toList());
        return reaped.stream().allMatch(box -> box.failure().isEmpty()) ? Status.OK : Status.FAILED;
    }
}
