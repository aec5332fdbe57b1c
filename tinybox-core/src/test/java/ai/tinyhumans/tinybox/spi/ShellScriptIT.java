package ai.tinyhumans.tinybox.spi;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is passed into a box, as shells read it without doing it. */
class ShellScriptIT {

    private static String parsed(List<String> shell, String script) throws IOException, InterruptedException {
        List<String> argv = new ArrayList<>(shell);
        argv.addAll(List.of("-n", "-c", script));
        Process process = new ProcessBuilder(argv).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() + said;
    }

    @ParameterizedTest
    @ValueSource(strings = {"sh", "bash", "bash --posix", "busybox sh"})
    @Requires({Facility.BASH, Facility.BUSYBOX})
    void isWhole(String shell) throws IOException, InterruptedException {
        List<String> words = List.of(shell.split(" ", -1));
        assertThat(parsed(words, "tinybox_run() {")).isNotEqualTo("0");
        for (Inside mode : ShellScriptTest.everyMode().toList()) {
            String part = mode.argv().get(2);
            assertThat(parsed(words, part)).as(part).isEqualTo("0");
        }
        assertThat(parsed(words, InnerSupervisor.standby().argv().get(2))).isEqualTo("0");
    }
}
