package ai.tinyhumans.tinybox.linux.namespace;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.ProviderInfo;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.linux.BoxCase;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spi.Finding;
import ai.tinyhumans.tinybox.spi.Probe;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the probe finds, with a stand-in for bubblewrap that fails as a real one does on other machines. */
@Requires(Facility.LAUNCH)
class NamespaceProbeIT extends BoxCase {

    private static final String VERSION = "if [ \"$1\" = --version ]; then echo bubblewrap 0.8.0; exit 0; fi\n";

    @Override
    protected Placement placement() {
        return Placement.of("local", "namespace");
    }

    @Override
    protected Tinybox.Builder parts() {
        return Tinybox.builder()
                .sandbox(new NamespaceProvider(outside.resolve("bwrap").toString()));
    }

    private void standIn(String script) throws IOException {
        Path file = Files.writeString(outside.resolve("bwrap"), "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Probe probe() {
        return tinybox.survey().stream()
                .filter(info -> info.name().equals("namespace"))
                .map(ProviderInfo::probe)
                .findFirst()
                .orElseThrow();
    }

    private Finding.Blocked obstacle() {
        return probe().findings().stream()
                .filter(finding -> !finding.isUsable())
                .map(Finding.Blocked.class::cast)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void saysThatBubblewrapIsMissing() {
        assertThat(obstacle().by()).contains("does not exist");
        assertThat(obstacle().remedy()).isEqualTo("install the package bubblewrap");
    }

    @Test
    void saysThatItIsTooOld() throws IOException {
        standIn("echo bubblewrap 0.6.1");
        assertThat(obstacle().by()).isEqualTo("version 0.6 is too old");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "setting up uid map: Permission denied | refuses",
                "loopback: Failed RTM_NEWADDR: Operation not permitted | loopback",
                "Can't mount proc on /newroot/proc: Operation not permitted | /proc",
            })
    void saysWhatFailsThoughTheProgramIsThere(String words, String by) throws IOException { // B079, B080
        standIn(VERSION + "echo \"bwrap: " + words + "\" >&2; exit 1");
        assertThat(obstacle().subject()).isEqualTo("namespaces");
        assertThat(obstacle().by()).contains(by).contains(words);
    }

    @Test
    void neverRunsUnconfinedWhatCannotBeConfined() throws Exception { // B080, B081
        standIn(VERSION + "echo \"bwrap: Can't mount proc on /newroot/proc: Operation not permitted\" >&2; exit 1");
        try (Box box = create()) {
            assertRefused(ErrorCode.LAUNCH_FAILED, () -> box.exec(Command.of("touch", "ran")))
                    .hasMessageContaining("Can't mount proc on /newroot/proc");
        }
        assertThat(workspace).isEmptyDirectory();
    }

    @Test
    void takesAnExitWithoutAReportForAFailure() throws Exception { // B081
        standIn("exit 0");
        try (Box box = create()) {
            assertRefused(ErrorCode.LAUNCH_FAILED, () -> box.exec(Command.of("true")))
                    .hasMessageContaining("(exit 0)");
        }
    }

    @Test
    void saysThatBubblewrapIsMissingWhenACommandIsToRun() throws Exception { // B081
        try (Box box = create()) {
            assertRefused(ErrorCode.LAUNCH_NOT_FOUND, () -> box.exec(Command.of("true")));
        }
    }

    @Test
    @Requires(Facility.BUBBLEWRAP)
    void isPatientWithABusyMachine() throws IOException { // B082
        standIn(VERSION + "sleep 3; exec bwrap \"$@\"");
        assertThat(probe().isUsable()).isTrue();
    }

    @Test
    void givesUpInTheEnd() throws IOException { // B082
        standIn(VERSION + "sleep 600");
        long begun = System.nanoTime();
        assertThat(obstacle().by()).contains("not over within 10 s");
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(60));
    }
}
