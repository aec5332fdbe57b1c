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
 * The page of capabilities is what the sandboxes declare. A sandbox that is not usable here declares nothing here; its line
 * is left as it is, but it must have one.
 */
@Requires(Facility.LAUNCH)
class CapabilitiesPageIT {

    private static final Path PAGE = Path.of("..", "docs", "capabilities.md");

    private static final String INTRODUCTION = """
            # Capabilities

            What each sandbox of the `tinybox` command declares on a Linux machine that has all it needs. A declaration is
            proved by the contract tests; what is not declared is refused. `tinybox providers` tells what is declared on a
            machine, `tinybox doctor` why something is not. Generated: `./dev it -Dtinybox.docs.write=true` writes it anew.

            """;

    private static String page(List<ProviderInfo> sandboxes, String old) {
        List<String> lines = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of("sandbox", "isolation"));
        Stream.concat(Arrays.stream(Capability.values()), Arrays.stream(Constraint.values()))
                .forEach(column -> head.add(Views.word(column)));
        lines.add(line(head));
        lines.add("|---".repeat(head.size()) + "|");
        for (ProviderInfo sandbox : sandboxes) {
            lines.add(sandbox.capabilities()
                    .map(declared -> line(cells(sandbox.name(), declared)))
                    .orElseGet(() -> oldLine(sandbox.name(), old)));
        }
        return INTRODUCTION + String.join("\n", lines) + "\n";
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

    private static String oldLine(String name, String old) {
        return old.lines()
                .filter(line -> line.startsWith("| `" + name + "` |"))
                .findFirst()
                .orElse("| `" + name + "` | has no line, and is not usable here |");
    }

    @Test
    void isWhatTheSandboxesDeclare() throws IOException {
        String old = Files.exists(PAGE) ? Files.readString(PAGE) : "";
        try (Tinybox tinybox = Tinybox.open()) {
            List<ProviderInfo> sandboxes = tinybox.survey().stream()
                    .filter(provider -> provider.kind() == ProviderInfo.Kind.SANDBOX)
                    .collect(Collectors.toList());
            String page = page(sandboxes, old);
            if (Boolean.getBoolean("tinybox.docs.write")) {
                Files.writeString(PAGE, page);
                old = page;
            }
            assertThat(old)
                    .as("docs/capabilities.md; './dev it -Dtinybox.docs.write=true' writes it anew")
                    .isEqualTo(page)
                    .doesNotContain("has no line");
        }
    }
}
