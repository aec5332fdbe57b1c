package ai.tinyhumans.tinybox.cli;

import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code tinybox bench}. */
@Command(name = "bench", description = "Measure.")
final class BenchCommand extends StoreCommand {

    @Override
    int run(Session session) throws IOException {
        session.console().print(List.of());
        return Status.OK;
    }
}
