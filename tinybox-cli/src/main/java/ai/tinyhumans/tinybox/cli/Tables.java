package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.BoxInfo;
import ai.tinyhumans.tinybox.BoxProcess;
import ai.tinyhumans.tinybox.ProviderInfo;
import ai.tinyhumans.tinybox.capability.Capability;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Text;
import ai.tinyhumans.tinybox.spi.Finding;
import ai.tinyhumans.tinybox.store.BoxRecord;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is told to people: columns of text, control characters made visible. */
final class Tables {

    private static final String NOTHING = "-";

    private Tables() {}

    static List<String> boxes(List<BoxRecord> boxes) {
        return table(
                List.of("ID", "STATE", "PLACEMENT", "CREATED", "EXPIRES", "SOURCE"),
                boxes,
                box -> List.of(
                        box.id().value(),
                        box.closing() ? "closing" : box.state().toString(),
                        box.spec().workspace().toString(),
                        time(box.createdAt()),
                        time(box.expiresAt()),
                        Text.printable(Views.origin(box.spec().source()))));
    }

    static List<String> box(BoxInfo box) {
        BoxSpec spec = box.spec();
        return aligned(List.of(
                List.of("id", box.id().value()),
                List.of("state", box.state().toString()),
                List.of("placement", spec.workspace().toString()),
                List.of(
                        "source",
                        Text.printable(Views.origin(spec.source())) + " ("
                                + spec.source().kind() + ")"),
                List.of("created", time(box.createdAt())),
                List.of("expires", time(box.expiresAt())),
                List.of("network", spec.network().toString()),
                List.of("cpus", spec.resources().cpuMillis() / 1000.0 + ""),
                List.of("memory", spec.resources().memory().toString()),
                List.of("pids", spec.resources().pids() + ""),
                List.of("disk", spec.resources().disk().toString()),
                List.of("env", list(spec.env().variables().keySet().stream().map(Text::printable))),
                List.of("isolation", Views.word(box.capabilities().isolation())),
                List.of("capabilities", capabilities(box.capabilities())),
                List.of(
                        "not enforced",
                        list(Arrays.stream(Constraint.values())
                                .filter(box.unenforced()::contains)
                                .map(Constraint::toString)))));
    }

    static List<String> processes(List<BoxProcess> processes) {
        return table(
                List.of("ID", "STATE", "STARTED", "COMMAND"),
                processes,
                process -> List.of(
                        process.id().value(),
                        process.running() ? "running" : "ended",
                        time(process.startedAt()),
                        Text.printable(String.join(" ", process.argv()))));
    }

    static List<String> providers(List<ProviderInfo> providers) {
        return table(
                List.of("KIND", "NAME", "ISOLATION", "CAPABILITIES", "ENFORCES", "ORIGIN"),
                providers,
                provider -> List.of(
                        Views.word(provider.kind()),
                        provider.name(),
                        declared(provider, declared -> Views.word(declared.isolation())),
                        declared(provider, Tables::capabilities),
                        declared(provider, Tables::enforced),
                        provider.origin()));
    }

    private static String declared(ProviderInfo provider, Function<SandboxCapabilities, String> part) {
        return provider.capabilities().map(part).orElse(provider.probe().isUsable() ? NOTHING : "not usable here");
    }

    static String capabilities(SandboxCapabilities declared) {
        return list(
                Arrays.stream(Capability.values()).filter(declared::supports).map(Views::word));
    }

    static String enforced(SandboxCapabilities declared) {
        return list(Arrays.stream(Constraint.values())
                .filter(constraint -> declared.enforcement(constraint) == Enforcement.ENFORCED)
                .map(Constraint::toString));
    }

    /** A provider and what it found out, each obstacle with its remedy. */
    static List<String> diagnosis(ProviderInfo provider) {
        List<String> lines = new ArrayList<>();
        lines.add(Views.word(provider.kind()) + " " + provider.name() + ": "
                + (provider.probe().isUsable() ? "usable" : "not usable")
                + provider.capabilities()
                        .map(declared -> ", isolation " + Views.word(declared.isolation()))
                        .orElse(""));
        provider.probe().findings().forEach(finding -> lines.addAll(finding(finding)));
        return lines;
    }

    private static List<String> finding(Finding finding) {
        return finding.match(
                usable -> List.of("  ok       " + usable.subject() + ": " + usable.detail()),
                blocked -> List.of(
                        "  blocked  " + blocked.subject() + ": " + blocked.by(), "           do: " + blocked.remedy()),
                unknown -> List.of("  unknown  " + unknown.subject() + ": " + unknown.why()));
    }

    /** The raw numbers, then what they come to. */
    static List<String> benchmarks(List<Benchmark.Result> results) {
        List<List<String>> raw =
                new ArrayList<>(List.of(List.of("ID", "WORK", "CONTENDER", "SAMPLES", "P50", "P90", "P99", "UNIT")));
        for (Benchmark.Result result : results) {
            for (Benchmark.Series series : result.series()) {
                raw.add(List.of(
                        result.id(),
                        result.work(),
                        series.contender(),
                        String.valueOf(series.samples().size()),
                        number(series.median()),
                        number(series.quantile(0.9)),
                        number(series.quantile(0.99)),
                        result.unit()));
            }
        }
        List<String> lines = new ArrayList<>(aligned(raw));
        lines.add("");
        lines.addAll(table(
                List.of("ID", "MEASURE", "VALUE", "AT MOST", "HELD"),
                results,
                result -> List.of(
                        result.id(),
                        result.measure(),
                        number(result.value()),
                        result.bar().isEmpty() ? NOTHING : number(result.bar().getAsDouble()),
                        result.isHeld() ? "yes" : "no")));
        return lines;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.0f", value);
    }

    private static String time(Optional<Instant> time) {
        return time.map(at -> at.truncatedTo(ChronoUnit.SECONDS).toString()).orElse(NOTHING);
    }

    private static String list(Stream<String> words) {
        String joined = words.collect(Collectors.joining(", "));
        return joined.isEmpty() ? NOTHING : joined;
    }

    static <T> List<String> table(List<String> head, List<T> things, Function<T, List<String>> row) {
        List<List<String>> rows = new ArrayList<>(List.of(head));
        things.forEach(thing -> rows.add(row.apply(thing)));
        return aligned(rows);
    }

    /** Every column but the last as wide as its widest cell, two spaces between them. */
    private static List<String> aligned(List<List<String>> rows) {
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size() - 1; i++) {
                int column = i;
                int width = rows.stream()
                        .mapToInt(other -> other.get(column).length())
                        .max()
                        .orElse(0);
                line.append(row.get(i)).append(" ".repeat(width + 2 - row.get(i).length()));
            }
            lines.add(line.append(row.get(row.size() - 1)).toString());
        }
        return lines;
    }
}
