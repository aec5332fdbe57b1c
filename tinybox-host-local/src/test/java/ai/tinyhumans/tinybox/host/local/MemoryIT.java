package ai.tinyhumans.tinybox.host.local;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.OutputBatch;
import ai.tinyhumans.tinybox.exec.OutputChunk;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** However much a program writes, a JVM of 64 MiB is enough. */
@Requires(Facility.LAUNCH)
@ExtendWith(LeakCheck.class)
@Timeout(120)
class MemoryIT {

    private static final long MIB = 1 << 20;

    @TempDir
    Path workspace;

    private Map<String, String> inASmallJvm(String what, String word) throws Exception {
        try (ChildJvm jvm = ChildJvm.startSmall(workspace, Program.class, workspace.toString(), what, word)) {
            return jvm.facts();
        }
    }

    @Test // B008
    void outputWithoutEndAndWithoutNewlinesIsCutShort() throws Exception {
        String word = Naps.of(308);
        Map<String, String> facts = inASmallJvm("zeros", word);
        assertThat(facts.get("exit")).isIn("over the output limit of 1048576", "timed out after PT2S");
        assertThat(Long.parseLong(facts.get("retained"))).isLessThanOrEqualTo(MIB);
        assertThat(Duration.parse(facts.get("wall"))).isLessThan(Duration.ofSeconds(4));
        PassthroughCase.assertGone(word);
    }

    @Test // B009
    void collectedOutputTakesNoMoreThanItsLimit() throws Exception {
        String word = Naps.of(309);
        Map<String, String> facts = inASmallJvm("runaway", word);
        assertThat(facts).containsEntry("exit", "over the output limit of 1048576");
        assertThat(Long.parseLong(facts.get("retained"))).isLessThanOrEqualTo(MIB);
        assertThat(Long.parseLong(facts.get("growth"))).isLessThan(16 * MIB);
        PassthroughCase.assertGone(word);
    }

    @Test // B009, streamed
    void streamedOutputThatNobodyReadsTakesNoMoreThanItsWindow() throws Exception {
        String word = Naps.of(309);
        Map<String, String> facts = inASmallJvm("unread", word);
        assertThat(facts).containsEntry("exit", "cancelled");
        assertThat(Long.parseLong(facts.get("growth"))).isLessThan(16 * MIB);
        PassthroughCase.assertGone(word);
    }

    @Test // P6 of the design
    void aGibibyteFlowsThrough() throws Exception {
        Map<String, String> facts = inASmallJvm("gibibyte", "");
        assertThat(facts).containsEntry("exit", "exit 0").containsEntry("bytes", Long.toString(1 << 30));
        assertThat(Long.parseLong(facts.get("growth"))).isLessThan(16 * MIB);
    }

    /** Runs one command and tells what came of it. */
    static final class Program {

        private static long least = Long.MAX_VALUE;
        private static long most;

        private Program() {}

        /** Takes the workspace, what to do, and a word for the command line. */
        public static void main(String[] args) throws Exception {
            try (Tinybox tinybox = Tinybox.open();
                    Box box = tinybox.create(BoxSpec.unconfined(Path.of(args[0])))) {
                box.exec(Command.of("true")); // so that what the first one loads does not count
                measure();
                switch (args[1]) {
                    case "zeros" ->
                        tell(box.exec(Command.of("cat", "/dev/zero", args[2]).timeout(Duration.ofSeconds(2))));
                    case "runaway" -> tell(box.exec(Command.of("sh", "-c", "yes $0 & yes $0 >&2; wait", args[2])));
                    case "unread" -> unread(box.start(Command.of("sh", "-c", "yes $0 & yes $0 >&2; wait", args[2])));
                    default -> count(box.start(Command.of("head", "-c", "1073741824", "/dev/zero")));
                }
            }
        }

        private static void tell(ExecResult result) {
            measure();
            tell("exit", result.exit());
            tell("retained", result.stdout().length + result.stderr().length);
            tell("wall", result.usage().wall());
            tell("growth", most - least);
        }

        private static void unread(Execution execution) throws InterruptedException {
            try (execution) {
                while (execution.read(0, Duration.ofSeconds(1)).chunks().size() < 8) {
                    measure();
                }
                for (int i = 0; i < 20; i++) {
                    PassthroughCase.pause(Duration.ofMillis(50));
                    measure();
                }
                execution.cancel();
                tell("exit", execution.await().exit());
                tell("growth", most - least);
            }
        }

        private static void count(Execution execution) throws InterruptedException {
            try (execution) {
                long bytes = 0;
                long cursor = 0;
                OutputBatch batch;
                do {
                    batch = execution.read(cursor, Duration.ofSeconds(30));
                    for (OutputChunk chunk : batch.chunks()) {
                        bytes += chunk.size();
                    }
                    if (batch.nextSequence() >> 12 != cursor >> 12) { // each 32 MiB
                        measure();
                    }
                    cursor = batch.nextSequence();
                } while (!batch.finished());
                tell("exit", batch.outcome().orElseThrow().exit());
                tell("bytes", bytes);
                tell("growth", most - least);
            }
        }

        private static void measure() {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            long used = runtime.totalMemory() - runtime.freeMemory();
            least = Math.min(least, used);
            most = Math.max(most, used);
        }

        private static void tell(String name, Object value) {
            System.out.println(name + "=" + value);
        }
    }
}
