package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.ProcessId;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/** {@code tinybox spawn}: a process that goes on. */
@CommandLine.Command(
        name = "spawn",
        description =
                "Start a program in a box and leave it running, its output discarded; tell its name. It ends with the"
                        + " box.")
final class SpawnCommand extends MachineCommand implements RunsProgram {

    @Mixin
    private BoxProgram program;

    @Override
    int run(Session session) throws IOException, InterruptedException {
        Command command = program.command();
        try (Box box = session.box(program.box())) {
            ProcessId process = box.spawn(command);
            session.tell(Views.named("id", process), List.of(process.value()));
            return Status.OK;
        }
    }
}
