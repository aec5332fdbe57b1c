package ai.tinyhumans.tinybox.cli;

import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The commands there are. */
final class Commands {

    private Commands() {}

    /** Those that do something, by their names, as {@code template ls}. */
    static Map<String, CommandSpec> all() {
        Map<String, CommandSpec> leaves = new TreeMap<>();
        add("", TinyboxCommand.commandLine(new Console()), leaves);
        return leaves;
    }

    private static void add(String prefix, CommandLine line, Map<String, CommandSpec> leaves) {
        line.getSubcommands().forEach((name, command) -> {
            if (command.getSubcommands().isEmpty()) {
                leaves.put(prefix + name, command.getCommandSpec());
            } else {
                add(prefix + name + " ", command, leaves);
            }
        });
    }
}
