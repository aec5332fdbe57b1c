package ai.tinyhumans.tinybox.linux.cgroup;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The groups that may be delegated to this process.
 *
 * @param candidates nearest first
 * @param reason why there is none
 */
record Surroundings(List<Path> candidates, String reason) {

    /** What starts a program so that its group can be used: in one below that which systemd delegates. */
    static final String REMEDY = "start the program by: systemd-run --user --scope -p Delegate=yes sh -c"
            + " 'g=/sys/fs/cgroup$(sed -n s/^0:://p /proc/self/cgroup); mkdir $g/main && echo 0 >$g/main/cgroup.procs"
            + " && exec \"$@\"' sh PROGRAM; or in a service with Delegate=yes and DelegateSubgroup=main";

    /** What systemd makes when it has booted (sd_booted(3)). */
    private static final Path SYSTEMD = Path.of("/run/systemd/system");

    /** Asks proc(5). */
    static Surroundings ofThisProcess() {
        try {
            return of(read("mountinfo"), read("cgroup"), Files.isDirectory(SYSTEMD));
        } catch (IOException e) {
            return new Surroundings(List.of(), "control groups are not to be read: " + e.getMessage());
        }
    }

    /** What two of its files mean. Pure. */
    static Surroundings of(String mountinfo, String cgroup, boolean systemd) {
        Optional<Hierarchy> hierarchy = Hierarchy.of(mountinfo, cgroup);
        return hierarchy
                .map(found -> systemd ? Delegation.withinUnit(found.upwards()) : found.upwards())
                .map(groups -> new Surroundings(groups, ""))
                .orElseGet(
                        () -> new Surroundings(List.of(), "this process sees its group in no hierarchy of version 2"));
    }

    private static String read(String file) throws IOException {
        return Files.readString(Path.of("/proc/self", file), StandardCharsets.ISO_8859_1);
    }
}
