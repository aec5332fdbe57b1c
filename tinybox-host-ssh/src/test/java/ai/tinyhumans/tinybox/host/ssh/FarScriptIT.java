package ai.tinyhumans.tinybox.host.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the far side reads, by a real shell. */
@Requires(Facility.LAUNCH)
class FarScriptIT {

    @TempDir
    Path directory;

    /** The whole of what a shell says that reads these bytes and no more. */
    private static String said(byte[] bytes, int length) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("/bin/sh", "-c", SshArgs.BARE)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (OutputStream in = shell.getOutputStream()) {
            in.write(Arrays.copyOf(bytes, length));
        }
        String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        shell.waitFor();
        return said;
    }

    @Test
    void isNotRunIfItBreaksOff() throws IOException, InterruptedException {
        Path made = directory.resolve("it's\nmade");
        LaunchPlan plan = LaunchPlan.of(
                List.of("touch", made.toString()), Env.EMPTY.with("PATH", "/usr/bin:/bin"), directory.toString());
        byte[] script = FarScript.program("run", "TOKEN", plan, "marker-1-1");
        for (int length = 0; length < script.length; length += 61) {
            assertThat(said(script, length)).as("the first %d bytes", length).isEmpty();
        }
        assertThat(said(script, script.length - 1)).isEmpty();
        assertThat(made).doesNotExist();
        assertThat(said(script, script.length).lines()).hasSize(2).allMatch(line -> line.startsWith("TOKEN "));
        assertThat(Files.exists(made)).isTrue();
    }
}
