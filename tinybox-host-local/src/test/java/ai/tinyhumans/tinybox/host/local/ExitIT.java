package ai.tinyhumans.tinybox.host.local;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.Outcome;
import ai.tinyhumans.tinybox.exec.ResourceUsage;
import ai.tinyhumans.tinybox.spec.ByteSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a program ended and what it used. */
class ExitIT extends PassthroughCase {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 124, 126, 127, 128, 130, 137, 255})
    void isTheCodeOfTheProgram(int code) throws InterruptedException {
        assertThat(run("exit " + code).exit()).isEqualTo(new Exit.Exited(code));
    }

    @ParameterizedTest // B025
    @CsvSource({"9, 9, 137", "SEGV, 11, 139", "TERM, 15, 143", "ABRT, 6, 134", "HUP, 1, 129", "USR1, 10, 138"})
    void isTheSignalThatEndedTheProgram(String name, int signal, int code) throws InterruptedException {
        Exit exit = run("kill -" + name + " $$").exit();
        assertThat(exit).isEqualTo(new Exit.Signaled(signal));
        assertThat(exit.code()).isEqualTo(code);
        assertThat(exit.isSuccess()).isFalse();
    }

    @Test
    void isToldToWhoeverAskedForIt() throws Exception {
        try (Execution execution = box.start(sh("exit 6"))) {
            Outcome told = execution.onExit().toCompletableFuture().get(30, TimeUnit.SECONDS);
            assertThat(told).isEqualTo(execution.await());
            assertThat(told.exit()).isEqualTo(new Exit.Exited(6));
        }
    }

    @Test
    void isToldToWhoeverAsksForItLate() throws Exception {
        try (Execution execution = box.start(sh("exit 7"))) {
            execution.await();
            Exit[] heard = new Exit[1];
            execution
                    .onExit()
                    .thenAccept(outcome -> heard[0] = outcome.exit())
                    .toCompletableFuture()
                    .get(30, TimeUnit.SECONDS);
            assertThat(heard[0]).isEqualTo(new Exit.Exited(7));
        }
    }

    @Test
    void countsTheProcessorTimeOfTheProgramAndOfThoseItWaitedFor() throws InterruptedException {
        ResourceUsage usage = run("sh -c 'i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done'; exit 0")
                .usage();
        assertThat(usage.user()).isGreaterThan(Duration.ofMillis(20)).isLessThanOrEqualTo(usage.wall());
        assertThat(usage.system()).isLessThan(usage.wall());
    }

    @Test
    void countsNoProcessorTimeForSleeping() throws InterruptedException {
        ResourceUsage usage = run("sleep 0.5").usage();
        assertThat(usage.wall()).isGreaterThan(Duration.ofMillis(500));
        assertThat(usage.user().plus(usage.system())).isLessThan(Duration.ofMillis(400));
    }

    @Test
    void tellsAPeakOfMemoryThatIsLargerThanThisJvmEverWas() throws Exception {
        long mib = ownPeak().bytes() / ByteSize.ofMiB(1).bytes() + 100;
        ExecResult result = run("head -c " + mib + "m /dev/zero | tail -c " + mib + "m > /dev/null");
        assertThat(result.exit()).isEqualTo(new Exit.Exited(0));
        assertThat(result.usage().maxRss())
                .hasValueSatisfying(peak -> assertThat(peak.bytes())
                        .isBetween(
                                ByteSize.ofMiB(mib).bytes(),
                                ByteSize.ofMiB(2 * mib).bytes()));
    }

    private static ByteSize ownPeak() throws IOException {
        String line = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(field -> field.startsWith("VmHWM:"))
                .findFirst()
                .orElseThrow();
        return ByteSize.ofKiB(Long.parseLong(line.replaceAll("\\D", "")));
    }

    @Test
    void leavesAPeakOfMemoryOpenThatThisJvmHides() throws InterruptedException {
        assertThat(run("exit 0").usage().maxRss()).isEmpty();
    }
}
