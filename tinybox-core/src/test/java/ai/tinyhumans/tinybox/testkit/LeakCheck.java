package ai.tinyhumans.tinybox.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test that leaves something behind: a thread of tinybox, an open pipe or handle, a child, a process with a marker of
 * this JVM, a staged file. What is to end by itself has some seconds to do so. Linux only; elsewhere it sees nothing.
 */
public final class LeakCheck implements BeforeEachCallback, AfterEachCallback {

    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(LeakCheck.class);

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /**
     * Descriptors the JVM and its libraries open whenever they like: archives, code, devices, libffi's executable memory,
     * and the socket by which the JDK cuts off reads of a channel that is closed.
     */
    private static final Pattern FOREIGN =
            Pattern.compile(".*\\.(jar|so|class)|.*/modules|/dev/u?random|.*/ffi\\w+ \\(deleted\\)|socket:.*|/proc/.*");

    private record Seen(SortedSet<String> all) {}

    @Override
    public void beforeEach(ExtensionContext context) {
        context.getStore(NAMESPACE).put("before", new Seen(seen()));
    }

    @Override
    public void afterEach(ExtensionContext context) {
        SortedSet<String> before = Objects.requireNonNull(
                        context.getStore(NAMESPACE).get("before", Seen.class))
                .all();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        SortedSet<String> left = left(before);
        while (!left.isEmpty() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            left = left(before);
        }
        if (!left.isEmpty()) {
            throw new AssertionError("left behind: " + String.join(", ", left));
        }
    }

    private static SortedSet<String> left(SortedSet<String> before) {
        SortedSet<String> now = seen();
        now.removeAll(before);
        return now;
    }

    private static SortedSet<String> seen() {
        SortedSet<String> seen = new TreeSet<>();
        Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("tinybox-"))
                .forEach(thread -> seen.add("thread '" + thread.getName() + "' #" + thread.getId()));
        seen.addAll(descriptors());
        seen.addAll(processes());
        entries(Path.of(System.getProperty("java.io.tmpdir"))).stream()
                .filter(file -> file.getFileName().toString().matches("\\.?tinybox-.*"))
                .forEach(file -> seen.add("file '" + file + "'"));
        return seen;
    }

    private static List<String> descriptors() {
        List<String> found = new ArrayList<>();
        for (Path fd : entries(Path.of("/proc/self/fd"))) {
            try {
                String target = Files.readSymbolicLink(fd).toString();
                if (!FOREIGN.matcher(target).matches()) {
                    found.add("descriptor " + fd.getFileName() + " of '" + target + "'");
                }
            } catch (IOException closedMeanwhile) {
                // it was the one that lists the directory, or was just closed
            }
        }
        return found;
    }

    /** Children of this JVM, dead ones that nobody reaped included. */
    private static List<String> processes() {
        long self = ProcessHandle.current().pid();
        List<String> found = new ArrayList<>();
        for (Path directory : entries(Path.of("/proc"))) {
            if (!Character.isDigit(directory.getFileName().toString().charAt(0))) {
                continue;
            }
            try {
                String stat = Files.readString(directory.resolve("stat"), StandardCharsets.ISO_8859_1);
                String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
                if (Long.parseLong(fields[1]) == self) {
                    found.add("child " + directory.getFileName() + " '" + commandLine(directory) + "', state "
                            + fields[0]);
                }
            } catch (IOException goneMeanwhile) {
                // it is no leak any more
            }
        }
        return found;
    }

    private static String commandLine(Path directory) throws IOException {
        return Files.readString(directory.resolve("cmdline"), StandardCharsets.ISO_8859_1)
                .replace('\0', ' ')
                .strip();
    }

    private static List<Path> entries(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.collect(Collectors.toList());
        } catch (IOException absent) {
            return List.of();
        }
    }
}
