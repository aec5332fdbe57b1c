package ai.tinyhumans.tinybox.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.testkit.Processes;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ends that come from outside. */
class StopIT extends JarCase {

    /** A time to sleep that no other process has for an argument. */
    private static final String NAP = "600." + ProcessHandle.current().pid();

    private static void signal(Process process, String name) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid())
                        .start()
                        .waitFor())
                .isZero();
    }

    private static void awaitOutput(Jar.Running running, String text) {
        await().atMost(Duration.ofSeconds(60)).until(() -> running.out().contains(text));
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143", "HUP, 129"})
    void aSignalCancelsTheProgramAndWaitsUntilAllIsCleanedUp(String signal, int status) throws Exception {
        // a test run in the background ignores SIGINT, and so would all it starts
        jar.launchedBy("env", "--default-signal=INT,HUP");
        String script = "trap 'echo bye; exit 7' TERM; sleep " + NAP + " & echo ready; wait";
        try (Jar.Running running = jar.start(passthrough("sh", "-c", script))) {
            awaitOutput(running, "ready");
            signal(running.process(), signal);
            Jar.Done done = running.await();
            assertThat(done.status()).isEqualTo(status);
            assertThat(done.out()).isEqualTo("ready\nbye\n");
            assertThat(done.err()).isEqualTo(Jar.NOTE);
        }
        assertThat(Processes.withArgument(NAP)).isEmpty();
    }

    @Test
    void aSignalLeavesABoxThatStays() throws Exception {
        create();
        try (Jar.Running running = jar.start("exec", "--json", "box-0", "sh", "-c", "touch here; sleep " + NAP)) {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> !Processes.withArgument(NAP).isEmpty());
            signal(running.process(), "TERM");
            Jar.Done done = running.await();
            assertThat(done.json().get("exit").toString()).isEqualTo("{\"kind\":\"cancelled\"}");
        }
        assertThat(Processes.withArgument(NAP)).isEmpty();
        assertThat(jar.ok("exec", "box-0", "ls")).isEqualTo("here\n");
        jar.ok("rm", "box-0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exec box-0", "run --sandbox passthrough"})
    void anotherRemovesTheBoxAndWithItWhatRuns(String command) throws Exception {
        if (command.startsWith("exec")) {
            create();
        }
        String script = "(setsid sleep " + NAP + " &); echo ready; sleep " + NAP;
        String[] words = (command + " sh -c").split(" ", -1);
        try (Jar.Running running =
                jar.start(Stream.concat(Stream.of(words), Stream.of(script)).toArray(String[]::new))) {
            awaitOutput(running, "ready");
            assertThat(jar.ok("rm", "box-0")).isEqualTo("box-0\n");
            assertThat(Processes.withArgument(NAP)).isEmpty();
            Jar.Done done = running.await();
            assertThat(done.status()).as(done::toString).isEqualTo(143);
        }
    }

    @Test
    void aSignalEndsItWhileNobodyReadsItsOutput() throws Exception {
        Process process = new ProcessBuilder(jar.argv(passthrough("sh", "-c", "yes; sleep " + NAP)))
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        try (InputStream out = process.getInputStream()) {
            out.readNBytes(1 << 10); // the pipe is full from here on
            signal(process, "TERM");
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(143);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void stopsQuietlyWhenNobodyReadsAnyMore() throws Exception {
        Process process = new ProcessBuilder(jar.argv(passthrough("yes", "wanted")))
                .redirectError(scratch.resolve("err").toFile())
                .start();
        process.getOutputStream().close();
        try (InputStream out = process.getInputStream()) {
            out.readNBytes(100);
        }
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(141);
            assertThat(scratch.resolve("err")).hasContent(Jar.NOTE.strip());
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void saysThatItsOutputCannotBeWritten() throws Exception {
        Process process = new ProcessBuilder(jar.argv("ls"))
                .redirectOutput(new java.io.File("/dev/full"))
                .redirectError(scratch.resolve("err").toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(70);
        assertThat(scratch.resolve("err")).content().startsWith("tinybox: cannot write the output: ");
    }

    @Test
    void aKillLeavesNoProcessAndABoxThatCanBeFoundAndRemoved() throws Exception {
        try (Jar.Running running = jar.start(passthrough("sh", "-c", "echo ready; sleep " + NAP))) {
            awaitOutput(running, "ready");
            signal(running.process(), "KILL");
            assertThat(running.await().status()).isEqualTo(137);
        }
        await().atMost(Duration.ofSeconds(5))
                .until(() -> Processes.withArgument(NAP).isEmpty());
        assertThat(jar.ok("ls").lines().skip(1)).singleElement().asString().startsWith("box-0 ");
        jar.ok("rm", "box-0");
    }
}
