package ai.tinyhumans.tinybox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.ProviderInfo;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.capability.Capability;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The page of capabilities is what the sandboxes declare where they have all they need. On another machine one may declare
 * less, or not be usable; never more. Where {@code TINYBOX_REQUIRE} says that nothing may be missing, it is all of it, but
 * for the limits of {@code namespace}: a delegated control group has to be required by its name.
 */
@Requires(Facility.LAUNCH)
class CapabilitiesPageIT {

    private static final Path PAGE = Path.of("..", "docs", "capabilities.md");

    private static final String INTRODUCTION = """
            # Capabilities

            What each sandbox of the `tinybox` command declares on a Linux machine that has all it needs. A declaration is
            proved by the contract tests; what is not declared is refused. `tinybox providers` tells what is declared on a
            machine, `tinybox doctor` why something is not. Generated: `./dev docs` writes it anew.

            """;

    private static final String HOW = "docs/capabilities.md; './dev docs' writes it anew";

    /** What counts as more than what stands before it. */
    private static final List<String> RANKS = List.of("–", "best effort", "enforced", "yes");

    private static List<ProviderInfo> sandboxes() {
        try (Tinybox tinybox = Tinybox.open()) {
            return tinybox.survey().stream()
                    .filter(provider -> provider.kind() == ProviderInfo.Kind.SANDBOX)
                    .collect(Collectors.toList());
        }
    }

    private static String head() {
        List<String> head = new ArrayList<>(List.of("sandbox", "isolation"));
        Stream.concat(Arrays.stream(Capability.values()), Arrays.stream(Constraint.values()))
                .forEach(column -> head.add(Views.word(column)));
        return INTRODUCTION + line(head) + "\n" + "|---".repeat(head.size()) + "|\n";
    }

    private static List<String> cells(String name, SandboxCapabilities declared) {
        List<String> cells = new ArrayList<>(List.of("`" + name + "`", Views.word(declared.isolation())));
        for (Capability capability : Capability.values()) {
            cells.add(declared.supports(capability) ? "yes" : "–");
        }
        for (Constraint constraint : Constraint.values()) {
            String enforcement = declared.enforcement(constraint).toString();
            cells.add(enforcement.equals("unsupported") ? "–" : enforcement);
        }
        return cells;
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    /** The cells of a sandbox's line; none if it has no line. */
    private static List<String> said(String page, String name) {
        return page.lines()
                .filter(line -> line.startsWith("| `" + name + "` |"))
                .flatMap(line ->
                        Arrays.stream(line.substring(2, line.length() - 2).split(" \\| ", -1)))
                .collect(Collectors.toList());
    }

    private static boolean isAtMost(String declared, String said) {
        return declared.equals(said) || (RANKS.contains(declared) && RANKS.indexOf(declared) < RANKS.indexOf(said));
    }

    private static String write(List<ProviderInfo> sandboxes, String old) throws IOException {
        StringBuilder page = new StringBuilder(head());
        for (ProviderInfo sandbox : sandboxes) {
            List<String> cells = sandbox.capabilities()
                    .map(declared -> asIfDelegated(cells(sandbox.name(), declared), said(old, sandbox.name())))
                    .orElseGet(() -> said(old, sandbox.name()));
            page.append(line(cells)).append('\n');
        }
        Files.writeString(PAGE, page);
        return page.toString();
    }

    @Test
    void saysWhatTheSandboxesDeclare() throws IOException {
        List<ProviderInfo> sandboxes = sandboxes();
        String old = Files.readString(PAGE);
        String page = Boolean.getBoolean("tinybox.docs.write") ? write(sandboxes, old) : old;
        assertThat(page).as(HOW).startsWith(head());
        assertThat(page.substring(head().length()).lines()).as(HOW).hasSameSizeAs(sandboxes);
        for (ProviderInfo sandbox : sandboxes) {
            List<String> said = said(page, sandbox.name());
            assertThat(said).as(HOW + ": the line of " + sandbox.name()).isNotEmpty();
            sandbox.capabilities().ifPresent(declared -> assertHolds(page, sandbox.name(), declared));
        }
    }

    private static void assertHolds(String page, String name, SandboxCapabilities capabilities) {
        List<String> said = said(page, name);
        List<String> declared = cells(name, capabilities);
        if (System.getenv("TINYBOX_REQUIRE") != null) {
            assertThat(asIfDelegated(declared, said)).as(HOW).isEqualTo(said);
        }
        assertThat(declared).as(HOW).hasSameSizeAs(said);
        for (int i = 0; i < said.size(); i++) {
            assertThat(isAtMost(declared.get(i), said.get(i)))
                    .as("%s: '%s' is declared and '%s' said in %s", HOW, declared.get(i), said.get(i), said)
                    .isTrue();
        }
    }

    /** What is declared, with what is said of limits for which this machine delegates no control group. */
    private static List<String> asIfDelegated(List<String> declared, List<String> said) {
        List<String> cells = new ArrayList<>(declared);
        if (declared.get(0).equals("`namespace`") && !isDelegated() && said.size() == declared.size()) {
            List<Constraint> columns = List.of(Constraint.values());
            int first = cells.size() - columns.size();
            for (Constraint limit : List.of(Constraint.CPU, Constraint.MEMORY, Constraint.PIDS)) {
                int column = first + columns.indexOf(limit);
                cells.set(column, said.get(column));
            }
        }
        return cells;
    }

    private static boolean isDelegated() {
        return Arrays.asList(System.getenv().getOrDefault("TINYBOX_REQUIRE", "").split(",", -1))
                .contains("cgroup");
    }
}
