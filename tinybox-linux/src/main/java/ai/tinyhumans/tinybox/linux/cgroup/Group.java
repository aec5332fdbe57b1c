package ai.tinyhumans.tinybox.linux.cgroup;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A control group by its directory. Each file is written by one write(2), as the kernel wants it.
 *
 * @param directory in the unified hierarchy
 */
record Group(Path directory) {

    /** Makes a group in it, unless there is one of that name. */
    Group child(String name) throws IOException {
        Path child = directory.resolve(name);
        if (!Files.isDirectory(child)) {
            Files.createDirectory(child);
        }
        return new Group(child);
    }

    String read(String file) throws IOException {
        return Files.readString(directory.resolve(file), StandardCharsets.US_ASCII);
    }

    void write(String file, String value) throws IOException {
        try {
            Files.writeString(directory.resolve(file), value, StandardCharsets.US_ASCII, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new IOException("writing '" + value + "' to '" + directory.resolve(file) + "': " + e.getMessage(), e);
        }
    }

    /** Sets a limit, and reads it back. */
    void set(Rule rule) throws IOException {
        write(rule.file(), rule.value());
        String found = read(rule.file());
        if (!rule.holds(found)) {
            throw new IOException("'" + directory.resolve(rule.file()) + "' was set to '" + rule.value()
                    + "' and reads '" + found.strip() + "'");
        }
    }

    /** The controllers the groups in it have. */
    Set<Controller> controllersOfChildren() throws IOException {
        return Controller.of(read("cgroup.subtree_control"));
    }

    /** Gives the groups in it controllers, which takes that no process is in it itself, but in the root of all. */
    void give(Set<Controller> controllers) throws IOException {
        for (Controller controller : controllers) {
            if (!controllersOfChildren().contains(controller)) {
                write("cgroup.subtree_control", "+" + controller.word());
            }
        }
    }

    /** A number of a file that counts, such as {@code memory.events}; 0 if the file or the key is not there. */
    long count(String file, String key) {
        try {
            return Counts.of(read(file), key);
        } catch (IOException notThere) {
            return 0;
        }
    }

    /** A number that is all of a file; 0 if the file is not there. */
    long number(String file) {
        try {
            return Counts.number(read(file));
        } catch (IOException notThere) {
            return 0;
        }
    }

    /** Kills whatever is in it, where the kernel can do so at once (since 5.14). */
    void kill() {
        try {
            if (count("cgroup.events", "populated") > 0) {
                write("cgroup.kill", "1");
            }
        } catch (IOException withoutThat) {
            // then it is not empty, and its removal says so
        }
    }

    /** Removes it with the groups in it; returns whether it is gone. One whose processes are dying still is not. */
    boolean remove() {
        try (Stream<Path> children = Files.list(directory)) {
            children.filter(Files::isDirectory).forEach(child -> new Group(child).remove());
        } catch (IOException gone) {
            return !Files.isDirectory(directory);
        }
        try {
            Files.deleteIfExists(directory);
            return true;
        } catch (IOException busy) {
            return false;
        }
    }
}
