package ai.tinyhumans.tinybox.linux.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Groups of processes that died without removing them: their names tell whose they were. */
final class Leftovers {

    private static final Pattern NAME = Pattern.compile("tinybox-([0-9]{1,10})-.+");

    private Leftovers() {}

    /** What the names of a process's groups begin with. */
    static String prefix(long pid) {
        return "tinybox-" + pid + "-";
    }

    /** Removes those in a group that are of no living process and empty. */
    static void remove(Group parent) {
        try (Stream<Path> children = Files.list(parent.directory())) {
            children.filter(Leftovers::isOfTheDead).forEach(child -> {
                var unusedIfBusy = new Group(child).remove();
            });
        } catch (IOException unreadable) {
            // it is looked at for tidiness only
        }
    }

    private static boolean isOfTheDead(Path child) {
        Matcher matcher = NAME.matcher(String.valueOf(child.getFileName()));
        return matcher.matches()
                && ProcessHandle.of(Long.parseLong(matcher.group(1))).isEmpty();
    }
}
