package ai.tinyhumans.tinybox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.OptionSpec;

/** Every command and every option of the command line has a test that shows its effect. */
class CompletenessTest {

    private static final Set<String> OF_ALL = Set.of(
            "--json",
            "--store",
            "--help",
            "--version",
            "--host",
            "--ssh-port",
            "--ssh-identity",
            "--ssh-known-hosts",
            "--accept-new-host-key");

    private static Set<String> shown() {
        Set<String> shown = new TreeSet<>();
        for (JavaClass type : new ClassFileImporter().importPath(Path.of("target", "test-classes"))) {
            for (JavaMethod method : type.getMethods()) {
                if (method.isAnnotatedWith(Shows.class)) {
                    shown.addAll(List.of(method.getAnnotationOfType(Shows.class).value()));
                }
            }
        }
        return shown;
    }

    private static Set<String> offered() {
        Set<String> offered = new TreeSet<>();
        OF_ALL.forEach(option -> offered.add("* " + option));
        Commands.all().forEach((name, command) -> {
            offered.add(name);
            for (OptionSpec option : command.options()) {
                if (Arrays.stream(option.names()).noneMatch(OF_ALL::contains)) {
                    offered.add(name + " " + option.longestName());
                }
            }
        });
        return offered;
    }

    @Test
    void everyCommandAndOptionHasATestOfItsEffect() {
        Set<String> untested = offered();
        untested.removeAll(shown());
        assertThat(untested).as("untested parts of the command line").isEmpty();
    }

    @Test
    void noTestShowsWhatIsNotThere() {
        Set<String> unknown = shown();
        unknown.removeAll(offered());
        assertThat(unknown).as("unknown parts of the command line").isEmpty();
    }

    @Test
    void thePageOfTheCommandLineNamesEveryCommandAndOption() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "command-line.md"));
        assertThat(offered()).allSatisfy(part -> {
            String[] words = part.split(" ", -1);
            String last = words[words.length - 1];
            assertThat(page).containsPattern(last.startsWith("-") ? "`[^`]*" + last + "\\b" : "`" + part + "\\b");
        });
    }

    @Test
    void everyCommandAndOptionIsDescribed() {
        Commands.all().forEach((name, command) -> {
            assertThat(command.usageMessage().description()).as(name).isNotEmpty();
            command.options()
                    .forEach(option -> assertThat(option.description())
                            .as(name + " " + option.longestName())
                            .isNotEmpty());
            command.positionalParameters()
                    .forEach(parameter -> assertThat(parameter.description())
                            .as(name + " " + parameter.paramLabel())
                            .isNotEmpty());
        });
    }
}
