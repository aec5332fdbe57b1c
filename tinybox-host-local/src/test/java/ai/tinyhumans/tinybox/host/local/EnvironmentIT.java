package ai.tinyhumans.tinybox.host.local;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Env;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The variables of a program: a safe few of this JVM's, then the box's, then its own, and nothing else. */
class EnvironmentIT extends PassthroughCase {

    private static final Set<String> INHERITED =
            Set.of("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "TZ", "TERM", "TMPDIR");

    private Map<String, String> variables(Command command) throws InterruptedException {
        return OwnEnvironment.parse(box.exec(command).orThrow().stdout());
    }

    private static Command show() {
        return Command.of("/bin/cat", "/proc/self/environ");
    }

    @Test // B038
    void keepTheirValuesWhateverTheyHold() throws InterruptedException {
        Map<String, String> values = Map.of(
                "V",
                "a\nB=evil",
                "W",
                "\"q\"",
                "X",
                " x ",
                "Y",
                "",
                "Z",
                "$HOME",
                "E",
                "\u00e9",
                "R",
                "\udcff",
                "C",
                "\u0001=");
        Map<String, String> seen = variables(show().env(new Env(values)));
        assertThat(seen).containsAllEntriesOf(values).doesNotContainKey("B");
    }

    @ParameterizedTest // B039
    @ValueSource(strings = {"", "A=B", "A\0", "=", "TINYBOX_EXECUTION"})
    void areRefusedIfTheNameIsNone(String name) {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> box.exec(show().env(name, "v")))
                .hasMessageContaining("environment variable");
    }

    @Test // B039
    void areRefusedIfTheValueHoldsNul() {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> box.exec(show().env("NAMED", "a\0b")))
                .hasMessageContaining("'NAMED'");
    }

    @Test // B039
    void mayHaveAnyNameTheKernelTakes() throws InterruptedException {
        Map<String, String> odd = Map.of("A B", "1", "1A", "2", "\u00e9", "3", "a-b", "4", " ", "5");
        assertThat(variables(show().env(new Env(odd)))).containsAllEntriesOf(odd);
    }

    @Test // B040
    void areASafeFewAndTheMarker() throws InterruptedException {
        Map<String, String> seen = variables(show());
        assertThat(seen).containsKey(Env.MARKER).containsEntry("PATH", System.getenv("PATH"));
        assertThat(seen.keySet())
                .allMatch(name -> INHERITED.contains(name) || name.startsWith("LC_") || name.equals(Env.MARKER));
    }

    @Test // B040
    void holdNoSecretOfThisJvm() throws Exception {
        Map<String, String> outer = Map.of("SECRET_T", "1", "LC_TIME", "C", "TZ", "UTC", "AWS_SESSION_TOKEN", "2");
        try (ChildJvm jvm =
                ChildJvm.start(workspace, ChildJvm.argv(List.of(), Program.class, workspace.toString()), outer)) {
            assertThat(jvm.facts())
                    .containsEntry("LC_TIME", "C")
                    .containsEntry("TZ", "UTC")
                    .doesNotContainKeys("SECRET_T", "AWS_SESSION_TOKEN");
        }
    }

    /** Shows the variables of a command that asks for none. */
    static final class Program {

        private Program() {}

        /** Takes the workspace. */
        public static void main(String[] args) throws Exception {
            try (Tinybox tinybox = Tinybox.open();
                    Box box = tinybox.create(BoxSpec.unconfined(Path.of(args[0])))) {
                System.out.print(box.exec(Command.of("env")).orThrow().stdoutText());
            }
        }
    }

    @Test
    void ofTheCommandWinOverTheBoxsAndThoseOverThisJvms() throws InterruptedException {
        BoxSpec spec = BoxSpec.unconfined(workspace).toBuilder()
                .env("HOME", "/box")
                .env("A", "box")
                .env("B", "box")
                .build();
        box = tinybox.create(spec);
        Map<String, String> seen = variables(show().env("A", "command"));
        assertThat(seen)
                .containsEntry("HOME", "/box")
                .containsEntry("A", "command")
                .containsEntry("B", "box");
    }

    @Test
    void differInTheMarkerFromCommandToCommand() throws InterruptedException {
        Map<String, String> markers = new HashMap<>();
        for (int i = 0; i < 10; i++) {
            markers.put(variables(show()).get(Env.MARKER), "");
        }
        assertThat(markers).hasSize(10);
    }
}
