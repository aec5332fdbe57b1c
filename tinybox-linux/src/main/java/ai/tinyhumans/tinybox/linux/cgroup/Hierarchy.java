package ai.tinyhumans.tinybox.linux.cgroup;

import ai.tinyhumans.tinybox.spec.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the unified hierarchy of control groups is mounted, and where in it this process is. Pure.
 *
 * @param mount its mount point
 * @param own the directory of the group of this process
 */
record Hierarchy(Path mount, Path own) {

    /** What a line of {@code /proc/self/cgroup} begins with if it is of the unified hierarchy (cgroups(7)). */
    private static final String UNIFIED = "0::";

    /** How proc(5) writes what would break up a line of mountinfo. */
    private static final Pattern ESCAPE = Pattern.compile("\\\\([0-7]{3})");

    /**
     * Reads two files of proc(5).
     *
     * @param mountinfo {@code /proc/self/mountinfo}
     * @param cgroup {@code /proc/self/cgroup}
     * @return empty if the hierarchy is not mounted, or so that this process's group cannot be seen in it
     */
    static Optional<Hierarchy> of(String mountinfo, String cgroup) {
        Optional<String> group = cgroup.lines()
                .filter(line -> line.startsWith(UNIFIED))
                .map(line -> line.substring(UNIFIED.length()))
                .findFirst();
        return group.flatMap(path -> mountinfo
                .lines()
                .map(line -> line.split(" ", -1))
                .filter(Hierarchy::isUnified)
                .flatMap(fields ->
                        below(unescaped(fields[3]), path).stream().map(below -> at(unescaped(fields[4]), below)))
                .findFirst());
    }

    private static boolean isUnified(String[] fields) {
        int dash = List.of(fields).indexOf("-"); // ends the optional fields
        return dash >= 6 && dash + 1 < fields.length && fields[dash + 1].equals("cgroup2");
    }

    private static Hierarchy at(String mount, String below) {
        return new Hierarchy(Text.toPath(mount), Text.toPath(mount + below));
    }

    /** The part of a group's path that is below the root of the mount; outside of it, there is none. */
    private static Optional<String> below(String root, String path) {
        if (path.equals("/..") || path.startsWith("/../")) { // beyond the root of the cgroup namespace
            return Optional.empty();
        }
        String prefix = root.equals("/") ? "" : root;
        String rest = path.equals("/") ? "" : path;
        return rest.equals(prefix) || rest.startsWith(prefix + "/")
                ? Optional.of(rest.substring(prefix.length()))
                : Optional.empty();
    }

    private static String unescaped(String field) {
        Matcher matcher = ESCAPE.matcher(field);
        return matcher.replaceAll(
                found -> Matcher.quoteReplacement(Character.toString(Integer.parseInt(found.group(1), 8))));
    }

    /** The group of this process and those it is in, up to the mount point. */
    List<Path> upwards() {
        List<Path> groups = new ArrayList<>();
        for (Path group = own; group != null && group.startsWith(mount); group = group.getParent()) {
            groups.add(group);
        }
        return groups;
    }
}
