package ai.tinyhumans.tinybox.host.local;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.OutputChunk;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a program writes arrives whole and told apart by stream, and waits for nothing the program left behind. */
class OutputIT extends PassthroughCase {

    @Test // B001
    void isNotDelayedByABackgroundChildThatHoldsThePipe() throws InterruptedException {
        assertOverAtOnce("sleep %s & echo started");
    }

    @Test // B001, the control
    void isNotDelayedByABackgroundChildThatLetThePipeGo() throws InterruptedException {
        assertOverAtOnce("sleep %s > /dev/null 2>&1 & echo started");
    }

    private void assertOverAtOnce(String script) throws InterruptedException {
        String nap = Naps.of(30);
        ExecResult result = box.exec(sh(String.format(script, nap)).timeout(Duration.ofSeconds(60)));
        assertThat(result.exit()).isEqualTo(new Exit.Exited(0));
        assertThat(result.stdoutText()).isEqualTo("started\n");
        assertThat(result.usage().wall()).isLessThan(Duration.ofSeconds(3));
        assertGone(nap);
    }

    @Test // B003
    void drainsTheErrorsBeforeTheOutputBegins() throws InterruptedException {
        ExecResult result = run("head -c 200000 /dev/zero >&2; printf ok");
        assertThat(result.exit()).isEqualTo(new Exit.Exited(0));
        assertThat(result.stdoutText()).isEqualTo("ok");
        assertThat(result.stderr()).hasSize(200_000);
    }

    @Test // B003, the streams swapped
    void drainsTheOutputBeforeTheErrorsBegin() throws InterruptedException {
        ExecResult result = run("head -c 200000 /dev/zero; printf ok >&2");
        assertThat(result.exit()).isEqualTo(new Exit.Exited(0));
        assertThat(result.stdout()).hasSize(200_000);
        assertThat(result.stderrText()).isEqualTo("ok");
    }

    @ParameterizedTest // B006
    @CsvSource({
        "\\342|\\211|\\244, \u2264",
        "\\360|\\237\\230\\200, \ud83d\ude00",
        "\\360\\237|\\230\\200, \ud83d\ude00",
        "\\360\\237\\230|\\200, \ud83d\ude00"
    })
    void keepsACharacterThatIsWrittenInPieces(String pieces, String character)
            throws IOException, InterruptedException {
        StringBuilder script = new StringBuilder();
        for (String piece : pieces.split("\\|", -1)) {
            script.append("printf '").append(piece).append("'; sleep 0.1; ");
        }
        assertThat(run(script.toString()).stdoutText()).isEqualTo(character);
        assertThat(streamed(sh(script.toString()))).isEqualTo(character.getBytes(StandardCharsets.UTF_8));
    }

    private byte[] streamed(Command command) throws IOException, InterruptedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Execution execution = box.start(command)) {
            execution.copyTo(out, out);
        }
        return out.toByteArray();
    }

    @Test // B006, across the border of two chunks
    void keepsACharacterThatTwoChunksShare() throws InterruptedException {
        Command command = sh("head -c 8191 /dev/zero | tr '\\0' a; printf '\\342\\211\\244'");
        try (Execution execution = box.startCollected(command)) {
            execution.await();
            List<OutputChunk> chunks = execution.read(0).chunks();
            assertThat(chunks).extracting(OutputChunk::size).containsExactly(8192, 2);
            assertThat(chunks.get(0).toByteArray()).endsWith(0xE2);
            assertThat(execution.collect().stdoutText()).isEqualTo("a".repeat(8191) + "\u2264");
        }
    }

    @Test // B007
    void keepsACharacterThatIsNeverFinished() throws InterruptedException {
        ExecResult result = run("printf 'ok\\342\\211'");
        assertThat(result.stdout()).containsExactly('o', 'k', 0xE2, 0x89);
        assertThat(result.stdoutText()).isEqualTo("ok\ufffd");
    }

    @Test // B016
    void tellsTheStreamsApartAndKeepsTheCode() throws InterruptedException {
        ExecResult result = run("echo o; echo e >&2; exit 4");
        assertThat(result.stdoutText()).isEqualTo("o\n");
        assertThat(result.stderrText()).isEqualTo("e\n");
        assertThat(result.exit()).isEqualTo(new Exit.Exited(4));
    }

    @Test
    void keepsTheOrderOfWritesToBothStreamsThatAreApart() throws IOException, InterruptedException {
        byte[] both = streamed(sh("for i in 1 2 3; do printf o$i; sleep 0.1; printf e$i >&2; sleep 0.1; done"));
        assertThat(new String(both, StandardCharsets.UTF_8)).isEqualTo("o1e1o2e2o3e3");
    }

    @Test
    void endsAStreamThatTheProgramClosesWhileItGoesOn() throws InterruptedException {
        ExecResult result = run("printf a; exec >&-; printf b >&2; exit 5");
        assertThat(result.stdoutText()).isEqualTo("a");
        assertThat(result.stderrText()).isEqualTo("b");
        assertThat(result.exit()).isEqualTo(new Exit.Exited(5));
    }
}
