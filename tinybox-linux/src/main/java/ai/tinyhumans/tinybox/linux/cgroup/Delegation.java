package ai.tinyhumans.tinybox.linux.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The group in which this process may make others and move what it starts to them, or what is in the way of that. It has
 * to be above the group of this process: a process is moved only by who may write {@code cgroup.procs} of the group it goes
 * to and of the nearest that has both (cgroup-v2.rst, "Delegation Containment").
 *
 * @param group the group, if there is one
 * @param controllers what the groups made in it can limit
 * @param obstacles why those nearer to this process are none, nearest first
 */
record Delegation(Optional<Group> group, Set<Controller> controllers, List<String> obstacles) {

    /** Looks for the nearest. Gives the groups in that one the controllers it has, and changes nothing else. */
    static Delegation among(List<Path> candidates) {
        List<String> obstacles = new ArrayList<>();
        for (Path directory : candidates) {
            try {
                Group group = new Group(directory);
                return new Delegation(Optional.of(group), usable(group), List.copyOf(obstacles));
            } catch (IOException e) {
                obstacles.add("'" + directory + "': " + e.getMessage());
            }
        }
        return new Delegation(Optional.empty(), Set.of(), List.copyOf(obstacles));
    }

    /**
     * Leaves out what systemd manages: the unit this process belongs to is the outermost that may be delegated, and
     * everything above has a single writer (systemd.io/CGROUP_DELEGATION).
     */
    static List<Path> withinUnit(List<Path> upwards) {
        List<Path> within = new ArrayList<>();
        for (Path directory : upwards) {
            within.add(directory);
            String name = directory.toString();
            if (name.endsWith(".scope") || name.endsWith(".service")) {
                break;
            }
        }
        return within;
    }

    private static Set<Controller> usable(Group group) throws IOException {
        Path directory = group.directory();
        if (!Files.isWritable(directory) || !Files.isWritable(directory.resolve("cgroup.procs"))) {
            throw new IOException("it may not be written");
        }
        requireEmpty(group);
        Set<Controller> available = Controller.of(group.read("cgroup.controllers"));
        if (available.isEmpty()) {
            throw new IOException(
                    "it has none of the controllers cpu, memory and pids; what hierarchies of version 1 have is given"
                            + " over by booting with cgroup_no_v1=all");
        }
        group.give(available);
        return available;
    }

    /**
     * The kernel gives controllers for whole processes to the groups in one that has processes itself only where that is
     * the root of all, which has no type. Others it would give, and then let no process into those groups.
     */
    private static void requireEmpty(Group group) throws IOException {
        if (!Files.exists(group.directory().resolve("cgroup.type"))) {
            return;
        }
        if (!group.read("cgroup.procs").isBlank()) {
            throw new IOException("processes are in it, so the groups in it get no controllers");
        }
        String type = group.read("cgroup.type").strip();
        if (!type.equals("domain")) {
            throw new IOException("it is of the type '" + type + "', not 'domain'");
        }
    }
}
