package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.exec.Command;
import java.io.IOException;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/** {@code tinybox exec}: one command in a box that stays. */
@CommandLine.Command(
        name = "exec",
        description = "Run a program in a box. Its input is that of tinybox, its status as well.")
final class ExecCommand extends MachineCommand implements RunsProgram {

    @Mixin
    private BoxProgram program;

    @Mixin
    private Relay relay;

    @Override
    int run(Session session) throws IOException, InterruptedException {
        Command command = program.command();
        try (Box box = session.box(program.box())) {
            return relay.run(session, box, command);
        }
    }
}
