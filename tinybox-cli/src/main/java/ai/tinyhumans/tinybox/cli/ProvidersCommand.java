package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.ProviderInfo;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code tinybox providers}: what there is. */
@Command(
        name = "providers",
        description = "List the hosts and sandboxes this tinybox has, and what each sandbox declares here.")
final class ProvidersCommand extends MachineCommand {

    @Override
    int run(Session session) throws IOException {
        List<ProviderInfo> providers = session.survey();
        session.tell(Views.array("providers", providers, Views::provider), Tables.providers(providers));
        return Status.OK;
    }
}
