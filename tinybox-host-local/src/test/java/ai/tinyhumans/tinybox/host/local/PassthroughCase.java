package ai.tinyhumans.tinybox.host.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.OutputBatch;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Processes;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A passthrough box on this machine for each test, and nothing left of it after the test. */
@Requires(Facility.LAUNCH)
@ExtendWith(LeakCheck.class)
abstract class PassthroughCase {

    @TempDir
    Path workspace;

    Tinybox tinybox;
    Box box;

    @BeforeEach
    void openBox() throws InterruptedException {
        tinybox = parts().build();
        box = tinybox.create(BoxSpec.unconfined(workspace));
    }

    @AfterEach
    void closeBox() throws IOException {
        tinybox.close();
        removeLinks();
    }

    /** JUnit warns of each link that leads out of a directory it removes. */
    private void removeLinks() throws IOException {
        Files.walkFileTree(workspace, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.isSymbolicLink()) {
                    Files.delete(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** What the tinybox is made of, for a case that wants it otherwise. */
    Tinybox.Builder parts() {
        return Tinybox.builder();
    }

    final ExecResult exec(String... argv) throws InterruptedException {
        return box.exec(Command.of(argv));
    }

    /** Runs a shell script to its end. */
    final ExecResult run(String script) throws InterruptedException {
        return box.exec(sh(script));
    }

    /** A shell script. */
    static Command sh(String script) {
        return Command.of("sh", "-c", script);
    }

    /** Waits until a program with this argument runs. */
    static void awaitRunning(String argument) {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> !Processes.withArgument(argument).isEmpty());
    }

    /** Checks that no program with this argument is alive at this moment. */
    static void assertGone(String argument) {
        assertThat(Processes.withArgument(argument)).as("processes left").isEmpty();
    }

    /** Reads an execution up to a text it writes to its standard output; returns the cursor behind it. */
    static long awaitOutput(Execution execution, String text) throws InterruptedException {
        StringBuilder seen = new StringBuilder();
        long cursor = 0;
        while (seen.indexOf(text) < 0) {
            OutputBatch batch = execution.read(cursor, Duration.ofSeconds(30));
            assertThat(batch.finished() || batch.chunks().isEmpty())
                    .as("'%s' does not come after '%s'", text, seen)
                    .isFalse();
            batch.chunks().forEach(chunk -> seen.append(new String(chunk.toByteArray(), StandardCharsets.UTF_8)));
            cursor = batch.nextSequence();
        }
        return cursor;
    }

    /** Waits until a file in the workspace exists. */
    final void awaitFile(String name) {
        await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(workspace.resolve(name)));
    }

    /** Does nothing for a while, to let others go first or to be slow. */
    static void pause(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(Math.min(end - System.nanoTime(), TimeUnit.SECONDS.toNanos(1)));
        }
    }
}
