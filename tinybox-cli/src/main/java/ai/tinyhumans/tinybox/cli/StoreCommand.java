package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.store.FileStore;
import ai.tinyhumans.tinybox.store.FileTemplates;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A subcommand: it works on a store, and tells what it found to people or to programs. */
@Command(optionListHeading = "%n", sortOptions = false)
abstract class StoreCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--store",
            paramLabel = "DIR",
            order = 100,
            description = "where boxes are recorded; $TINYBOX_STATE_DIR, else $XDG_STATE_HOME/tinybox, else "
                    + "~/.local/state/tinybox unless given")
    private @Nullable Path store;

    @Option(names = "--json", order = 101, description = "write one JSON object to the standard output")
    private boolean json;

    /** Does what the command is for and returns the status of the process. */
    abstract int run(Session session) throws IOException, InterruptedException;

    /** Which machine it is for, if it is for one at all. */
    Optional<SshOptions> machine() {
        return Optional.empty();
    }

    final boolean json() {
        return json;
    }

    final CommandSpec spec() {
        return spec;
    }

    @Override
    public final Integer call() throws IOException, InterruptedException {
        Console console = ((TinyboxCommand) spec.root().userObject()).console();
        FileStore boxes = store == null ? FileStore.openDefault() : FileStore.open(store);
        Tinybox.Builder builder = Tinybox.builder().store(boxes);
        machine().ifPresent(machine -> machine.register(builder));
        try (Tinybox tinybox = builder.build()) {
            return run(new Session(
                    console,
                    json,
                    tinybox,
                    FileTemplates.open(boxes.directory()),
                    new NearWorkspaces(boxes.directory().resolve("workspaces")),
                    machine()));
        }
    }
}
