package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.spec.SandboxRef;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tinybox bench}: how fast it is here. */
@Command(
        name = "bench",
        description =
                "Measure a sandbox against the JDK's own means, in turn in one run; docs/performance.md says what the"
                        + " bars are. For the bar on streaming, give the JVM -Xmx64m.",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:every bar is held", "1:one is not"})
final class BenchCommand extends MachineCommand {

    @Option(
            names = "--sandbox",
            paramLabel = "NAME",
            defaultValue = "passthrough",
            description = "which sandbox; passthrough unless given")
    private SandboxRef sandbox;

    @Override
    int run(Session session) throws IOException, InterruptedException {
        List<Benchmark.Result> results = new ArrayList<>();
        BoxOptions.Made made = BoxOptions.of(sandbox).create(session);
        try (Box box = made.box()) {
            for (Benchmark benchmark : Benchmarks.of(sandbox.value())) {
                results.add(benchmark.run(box));
            }
        } finally {
            made.removeWorkspace();
        }
        session.tell(Views.array("results", results, Views::benchmark), Tables.benchmarks(results));
        return results.stream().allMatch(Benchmark.Result::isHeld) ? Status.OK : Status.NO;
    }
}
