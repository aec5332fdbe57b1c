package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.exec.Command;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tinybox run}: one command in a box of its own. */
@CommandLine.Command(
        name = "run",
        description =
                "Run a program in a new box, then destroy the box. Its input is that of tinybox, its status as well.")
final class RunCommand extends MachineCommand implements RunsProgram {

    @Mixin
    private BoxOptions options;

    @Mixin
    private Relay relay;

    @Parameters(arity = "1..*", paramLabel = "PROGRAM", description = "the program and its arguments")
    private List<String> words;

    @Override
    int run(Session session) throws IOException, InterruptedException {
        Command command = Command.of(words);
        BoxOptions.Made made = options.create(session);
        try (Box box = made.box()) {
            return relay.run(session, box, command);
        } finally {
            made.removeWorkspace();
        }
    }
}
