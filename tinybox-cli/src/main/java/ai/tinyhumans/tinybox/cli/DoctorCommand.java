package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.ProviderInfo;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code tinybox doctor}: what works. */
@Command(
        name = "doctor",
        description = "Try every host and sandbox on a machine; tell what works, what does not, why, and what to do.",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:a sandbox that confines is usable", "1:none is"})
final class DoctorCommand extends MachineCommand {

    @Override
    int run(Session session) throws IOException {
        List<ProviderInfo> providers = session.survey();
        boolean confines = providers.stream().anyMatch(DoctorCommand::confines);
        session.tell(
                Views.array("providers", providers, Views::provider).put("confines", confines),
                providers.stream()
                        .flatMap(provider -> Tables.diagnosis(provider).stream())
                        .toList());
        if (!confines) {
            session.console().note("no sandbox that confines is usable: only '--sandbox passthrough' runs a program");
        }
        return confines ? Status.OK : Status.NO;
    }

    private static boolean confines(ProviderInfo provider) {
        return provider.capabilities()
                .filter(declared -> declared.isolation() != IsolationLevel.NONE)
                .isPresent();
    }
}
