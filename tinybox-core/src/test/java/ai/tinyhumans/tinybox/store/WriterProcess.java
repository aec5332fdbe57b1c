package ai.tinyhumans.tinybox.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** A {@link StoreWriter} in a JVM of its own. */
final class WriterProcess {

    private final Path notes;
    private final Path errors;
    private final Process process;
    private boolean killed;

    private WriterProcess(Path notes, Path errors, Process process) {
        this.notes = notes;
        this.errors = errors;
        this.process = process;
    }

    /** Starts a writer, under another program if {@code launcher} is not empty. */
    static WriterProcess start(List<String> launcher, Path store, Path notes, int rounds) throws IOException {
        List<String> argv = new ArrayList<>(launcher);
        argv.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                StoreWriter.class.getName(),
                store.toString(),
                notes.toString(),
                Integer.toString(rounds)));
        Path errors = notes.resolveSibling(notes.getFileName() + ".err");
        return new WriterProcess(
                notes,
                errors,
                new ProcessBuilder(argv)
                        .redirectErrorStream(true)
                        .redirectOutput(errors.toFile())
                        .start());
    }

    /** Waits until it noted so many steps more. */
    void awaitSteps(int more) {
        int target = steps().size() + more;
        await().atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(1))
                .until(() -> steps().size() >= target || !process.isAlive());
    }

    /** Waits for its end, which must be a good one unless it was killed. */
    void awaitEnd() throws InterruptedException, IOException {
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("writer ended").isTrue();
        if (!killed) {
            assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    void kill() throws InterruptedException {
        killed = process.isAlive();
        process.destroyForcibly().waitFor();
    }

    /** Whole lines only: the last one may be half-written. */
    private List<String> steps() {
        try {
            String text = Files.exists(notes) ? Files.readString(notes) : "";
            return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The tags of a step. */
    private Set<String> tags(String step) {
        Set<String> tags = new TreeSet<>();
        steps().stream()
                .filter(line -> line.startsWith(step + " "))
                .forEach(line -> tags.add(line.substring(step.length() + 1)));
        return tags;
    }

    /** Checks that the store kept every promise it made to this writer. */
    void assertPromisesKept(FileStore store) {
        Set<String> present = new TreeSet<>();
        store.list().forEach(box -> present.add(box.spec().env().variables().getOrDefault(StoreWriter.TAG, "")));
        Set<String> kept = tags("inserted");
        kept.removeAll(tags("removing"));
        assertThat(tags("lost")).isEmpty();
        assertThat(present).containsAll(kept);
        assertThat(tags("removed").stream().filter(present::contains)).isEmpty();
    }
}
