package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.exec.Command;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The program at the end of a command line. */
final class Program {

    private Program() {}

    /** Behind an operand of tinybox's own, one {@code --} may stand before the program. */
    static Command afterOperand(CommandSpec command, List<String> words) {
        if (words.get(0).equals("--") && words.size() > 1) {
            return Command.of(words.subList(1, words.size()));
        }
        if (words.get(0).startsWith("-")) {
            throw new ParameterException(
                    command.commandLine(),
                    "options go before the box, and '--' before a program: '" + words.get(0) + "' is neither");
        }
        return Command.of(words);
    }
}
