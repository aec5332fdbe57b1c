package ai.tinyhumans.tinybox.linux.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.testkit.Processes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads, from outside, what limits a program that runs in a box. */
final class LimitFiles {

    /** An argument for sleep that no other program has. */
    private static final String NAP = "3601." + ProcessHandle.current().pid();

    private LimitFiles() {}

    /** The content of a file of the group that is the box's. */
    static String of(Box box, String file) throws InterruptedException {
        Execution sleeping = box.start(Command.of("sleep", NAP));
        try {
            await().until(() -> !Processes.withArgument(NAP).isEmpty());
            Path command = group();
            return Files.readString(command.resolveSibling(file)).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            sleeping.close();
        }
    }

    /** The directory of the group of every process that has the argument, bubblewrap's own included. */
    private static Path group() throws IOException {
        List<String> groups = Processes.withArgument(NAP).stream()
                .map(LimitFiles::groupOf)
                .distinct()
                .toList();
        assertThat(groups).as("groups of a command").hasSize(1);
        return Path.of("/sys/fs/cgroup" + groups.get(0));
    }

    private static String groupOf(Long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/cgroup")).strip().substring("0::".length());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
