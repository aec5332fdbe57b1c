package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.ProcessId;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tinybox spawn}: a process that goes on. */
@CommandLine.Command(
        name = "spawn",
        description =
                "Start a program in a box and leave it running, its output discarded; tell its name. It ends with the"
                        + " box.")
final class SpawnCommand extends StoreCommand implements RunsProgram {

    @Mixin
    private EnvOption env;

    @Parameters(index = "0", paramLabel = "ID", description = "the box")
    private BoxId id;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "PROGRAM", description = "the program and its arguments")
    private List<String> words;

    @Override
    int run(Session session) throws IOException, InterruptedException {
        Command command = Program.afterOperand(spec(), words).env(env.variables());
        try (Box box = session.tinybox().box(id)) {
            ProcessId process = box.spawn(command);
            session.tell(Views.named("id", process), List.of(process.value()));
            return Status.OK;
        }
    }
}
