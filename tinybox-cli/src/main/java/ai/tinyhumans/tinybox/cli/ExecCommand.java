package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.BoxId;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tinybox exec}: one command in a box that stays. */
@CommandLine.Command(
        name = "exec",
        description = "Run a program in a box. Its input is that of tinybox, its status as well.")
final class ExecCommand extends StoreCommand implements RunsProgram {

    @Mixin
    private EnvOption env;

    @Mixin
    private Relay relay;

    @Parameters(index = "0", paramLabel = "ID", description = "the box")
    private BoxId id;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "PROGRAM", description = "the program and its arguments")
    private List<String> words;

    @Override
    int run(Session session) throws IOException, InterruptedException {
        Command command = Program.afterOperand(spec(), words).env(env.variables());
        try (Box box = session.tinybox().box(id)) {
            return relay.run(session, box, command);
        }
    }
}
