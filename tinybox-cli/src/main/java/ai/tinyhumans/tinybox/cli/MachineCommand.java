package ai.tinyhumans.tinybox.cli;

import java.util.Optional;
import picocli.CommandLine.Mixin;

/** A subcommand that does something on a machine. */
abstract class MachineCommand extends StoreCommand {

    @Mixin
    private SshOptions machine;

    @Override
    final Optional<SshOptions> machine() {
        return Optional.of(machine);
    }
}
