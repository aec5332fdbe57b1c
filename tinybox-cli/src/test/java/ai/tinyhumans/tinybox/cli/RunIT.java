package ai.tinyhumans.tinybox.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One command in a box of its own. */
class RunIT extends JarCase {

    @Test
    void saysWhatIsWrongWithAWorkspace() throws Exception {
        Path file = Files.createFile(scratch.resolve("file"));
        run("--workspace", file.toString(), "true").assertFailed(70, "workspace '" + file + "' is no directory");
        run("--workspace", file + "-none", "true").assertFailed(70, "workspace '" + file + "-none' does not exist");
    }

    @Test
    @Shows({"run", "run --sandbox"})
    void writesWhatTheProgramWritesAndSaysWhatIsNotEnforced() throws Exception {
        Jar.Done done = run("--", "sh", "-c", "echo out; echo err >&2");
        assertThat(done.out()).isEqualTo("out\n");
        assertThat(done.err()).isEqualTo(Jar.NOTE + "err\n");
        assertThat(done.status()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"exit 0, 0", "exit 3, 3", "exit 255, 255", "kill -9 $$, 137", "kill -15 $$, 143", "kill -6 $$, 134"})
    void hasTheStatusOfTheProgram(String script, int status) throws Exception {
        assertThat(run("sh", "-c", script).status()).isEqualTo(status);
    }

    @Test
    void saysLikeAShellThatAProgramDoesNotStart() throws Exception {
        Path plain = Files.writeString(scratch.resolve("plain"), "text");
        assertThat(run("no-such-program").status()).isEqualTo(127);
        assertThat(run(plain.toString()).status()).isEqualTo(126);
        assertThat(run(scratch.toString()).status()).isEqualTo(126);
        assertThat(run("no-such-program").err()).contains("tinybox: program 'no-such-program' is not in PATH");
    }

    @Test
    void leavesEverythingBehindTheProgramToIt() throws Exception {
        Path list = Files.writeString(scratch.resolve("list"), "expanded");
        assertThat(run("echo", "--json", "--", "-x", "--help", "@" + list).out())
                .isEqualTo("--json -- -x --help @" + list + "\n");
        assertThat(run("--", "echo", "'a'", "\"b\"", "${sys:user.dir}", "").out())
                .isEqualTo("'a' \"b\" ${sys:user.dir} \n");
    }

    @Test
    void readsItsOwnInput() throws Exception {
        jar.reading("line 1\nline 2\n");
        assertThat(run("cat").out()).isEqualTo("line 1\nline 2\n");
    }

    @Test
    void doesNotWaitForInputNobodyReads() throws Exception {
        long start = System.nanoTime();
        try (Jar.Running running = jar.start(ProcessBuilder.Redirect.PIPE, passthrough("sh", "-c", "exit 5"))) {
            assertThat(running.process().waitFor()).isEqualTo(5);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
    }

    @Test
    void streamsInputAndOutputWhileTheProgramRuns() throws Exception {
        try (Jar.Running running = jar.start(ProcessBuilder.Redirect.PIPE, passthrough("cat"))) {
            running.process().getOutputStream().write("ping\n".getBytes(StandardCharsets.US_ASCII));
            running.process().getOutputStream().flush();
            await().atMost(Duration.ofSeconds(60)).until(() -> running.out().equals("ping\n"));
            running.process().getOutputStream().close();
            assertThat(running.await().status()).isZero();
        }
    }

    @Test
    @Shows("run --timeout")
    void endsTheProgramWhenItsTimeIsUp() throws Exception {
        Jar.Done done = run("--timeout", "300ms", "sleep", "600");
        assertThat(done.status()).isEqualTo(124);
        assertThat(done.err()).isEqualTo(Jar.NOTE + "tinybox: the command was ended: timed out after PT0.3S\n");
    }

    @Test
    @Shows("run --env")
    void setsVariables() throws Exception {
        assertThat(run("--env", "A=1", "--env", "B=x=y z", "--env", "A=2", "sh", "-c", "echo \"$A|$B\"")
                        .out())
                .isEqualTo("2|x=y z\n");
        Jar.Done refused = run("--env", "SECRET", "true").assertFailed(2, "--env takes NAME=VALUE");
        assertThat(refused.err()).doesNotContain("SECRET");
        run("--env", "=x", "true").assertFailed(2, "has an empty name");
    }

    @Test
    @Shows("run --workspace")
    void worksInTheGivenDirectoryAndLeavesItThere() throws Exception {
        Path directory = Files.createDirectory(scratch.resolve("mine"));
        assertThat(run("--workspace", directory.toString(), "sh", "-c", "pwd; touch made")
                        .out())
                .isEqualTo(directory + "\n");
        assertThat(directory.resolve("made")).exists();
        Jar.Done missing = run("--workspace", scratch.resolve("nowhere").toString(), "true");
        missing.assertFailed(70, "nowhere");
    }

    @Test
    void worksInANewDirectoryAndRemovesItUnlessOneIsGiven() throws Exception {
        String directory = run("sh", "-c", "pwd; ls -A; mkdir -p a/b; touch a/b/c; ln -s / link; chmod 0 a")
                .out()
                .strip();
        assertThat(Path.of(directory).getParent()).isEqualTo(jar.store().resolve("workspaces"));
        assertThat(Path.of(directory)).doesNotExist();
    }

    @Test
    @Shows("run --template")
    void refusesATemplateNobodySaved() throws Exception {
        run("--template", "python", "true")
                .assertFailed(70, "there is no template 'python'; hint: 'tinybox template ls' lists them");
        run("--template", "python", "--workspace", "/tmp", "true").assertFailed(2, "mutually exclusive");
    }

    @Test
    void tellsAProgramOneObject() throws Exception {
        JsonNode result = run("--json", "sh", "-c", "printf out; printf '\\377' >&2; exit 3")
                .json();
        assertThat(result.get("exit").toString()).isEqualTo("{\"kind\":\"exited\",\"code\":3}");
        assertThat(result.get("stdout").textValue()).isEqualTo("out");
        assertThat(result.get("stderrBase64").binaryValue()).containsExactly(0xFF);
        assertThat(result.has("stdoutBase64") || result.has("stderr")).isFalse();
        assertThat(result.get("usage").get("wallNanos").longValue()).isPositive();
    }

    @Test
    void tellsAProgramOfItsTimeItsSignalAndItsLimit() throws Exception {
        assertThat(run("--json", "--timeout", "100ms", "sleep", "600")
                        .json()
                        .get("exit")
                        .toString())
                .isEqualTo("{\"kind\":\"timedOut\",\"budgetNanos\":100000000}");
        assertThat(run("--json", "sh", "-c", "kill -9 $$").json().get("exit").toString())
                .isEqualTo("{\"kind\":\"signaled\",\"signal\":9}");
        Jar.Done over = run("--json", "head", "-c", "2000000", "/dev/zero");
        assertThat(over.json().get("exit").toString())
                .isEqualTo("{\"kind\":\"limitHit\",\"limit\":\"output\",\"value\":1048576}");
        assertThat(over.status()).isEqualTo(137);
    }

    @Test
    void tellsAProgramWhatWentWrong() throws Exception {
        Jar.Done done = run("--json", "--memory", "1g", "true").assertFailed(70, "memory (unsupported)");
        assertThat(done.json().get("error").get("code").textValue()).isEqualTo("constraint.not_enforced");
        assertThat(done.json().get("error").get("message").textValue()).contains("memory (unsupported)");
    }

    @Test
    void streamsMoreThanItsHeap() throws Exception {
        long bytes = 256L << 20;
        try (Jar.Running running =
                jar.options("-Xmx64m").start(passthrough("head", "-c", Long.toString(bytes), "/dev/zero"))) {
            assertThat(running.process().waitFor()).isZero();
            assertThat(Files.size(running.outFile())).isEqualTo(bytes);
        }
    }

    @Test
    void takesTheStrongestThatConfinesAndNeverPassthrough() throws IOException, InterruptedException {
        Jar.Done done = jar.run("run", "--", "true");
        if (jar.run("doctor").status() == 0) {
            assertThat(done.status()).as(done::toString).isZero();
            assertThat(done.err()).startsWith("tinybox: the box is on local/").doesNotContain("passthrough");
        } else {
            done.assertFailed(70, "no sandbox on host 'local' confines anything here", "tinybox doctor");
        }
    }
}
