package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.ProcessId;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tinybox kill}: the end of a spawned process. */
@Command(name = "kill", description = "End a spawned process with all it started: TERM, 2 s of grace, KILL.")
final class KillCommand extends MachineCommand {

    @Parameters(index = "0", paramLabel = "ID", description = "the box")
    private BoxId id;

    @Parameters(index = "1", paramLabel = "PROC", description = "the process, as 'tinybox ps' names it")
    private ProcessId process;

    @Override
    int run(Session session) throws IOException, InterruptedException {
        try (Box box = session.box(id)) {
            box.stop(process);
            session.tell(Views.named("killed", process), List.of(process.value()));
            return Status.OK;
        }
    }
}
