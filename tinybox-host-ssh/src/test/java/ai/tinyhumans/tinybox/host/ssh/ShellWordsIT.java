package ai.tinyhumans.tinybox.host.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.spec.Text;
import ai.tinyhumans.tinybox.spi.ShellWords;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Words through real shells: what a login shell makes of the command, and what a POSIX shell makes of the line. */
@Requires(Facility.LAUNCH)
class ShellWordsIT {

    /** What shells are known to take for something. */
    private static final List<String> HOSTILE = List.of(
            "",
            " ",
            "-n",
            "--",
            "~",
            "~root",
            "*",
            "?[a]",
            "$HOME",
            "`id`",
            "$(id)",
            "a'b",
            "a\"b",
            "\\",
            "a\nb",
            "a\tb",
            "!x",
            "!!",
            "a!b",
            "#c",
            "a=b",
            ";",
            "&&",
            "|",
            ">f",
            "{a,b}",
            "%s",
            "\1",
            "\u00e9",
            "\udcff",
            "\n\n",
            "'\n'",
            "$'a'",
            "\177",
            "^x^y",
            "$TINYBOX_LF"); // B043, B045

    private static List<String> words() {
        List<String> all = new ArrayList<>(HOSTILE);
        Random random = new Random(7);
        for (int i = 0; i < 200; i++) {
            StringBuilder word = new StringBuilder();
            for (int n = random.nextInt(12); n >= 0; n--) {
                word.append((char) (1 + random.nextInt(126)));
            }
            all.add(word.toString());
        }
        return all;
    }

    /** What printf says of the words after a shell ran a command that reads this line. */
    private static List<String> heardBy(String shell, String command) throws IOException, InterruptedException {
        List<String> words = words();
        String line = ShellWords.PREAMBLE + "set -- " + ShellWords.quoteAll(words) + "; printf '%s\\0' \"$@\"\n";
        assertThat(line.indexOf('\n')).isEqualTo(line.length() - 1);
        List<String> argv = new ArrayList<>(List.of(shell.split(" ")));
        argv.addAll(List.of("-c", command));
        Process process = startedIfThere(argv);
        try (OutputStream out = process.getOutputStream()) {
            out.write(Text.encode(line));
        }
        String output = Text.decode(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).isZero();
        return Arrays.asList(output.split("\0", -1));
    }

    private static Process startedIfThere(List<String> argv) {
        try {
            return new ProcessBuilder(argv)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException absent) {
            return Assumptions.abort("there is no " + argv.get(0));
        }
    }

    private static List<String> wordsAndTheEnd() {
        List<String> expected = words();
        expected.add("");
        return expected;
    }

    @ParameterizedTest
    @ValueSource(strings = {"sh", "dash", "bash", "busybox sh", "zsh", "fish", "tcsh", "csh", "ksh"})
    void everyWordArrivesThroughEveryLoginShell(String shell) throws IOException, InterruptedException {
        assertThat(heardBy(shell, SshArgs.BARE)).isEqualTo(wordsAndTheEnd());
    }

    @ParameterizedTest
    @ValueSource(strings = {"sh", "dash", "bash", "busybox sh", "zsh --emulate sh", "ksh"})
    void everyWordIsAWordToEveryPosixShell(String shell) throws IOException, InterruptedException {
        assertThat(heardBy(shell, "IFS= read -r X && eval \"$X\"")).isEqualTo(wordsAndTheEnd());
    }
}
