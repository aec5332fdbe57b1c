package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.spec.HostPath;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/**
 * Mounts links over themselves, read-only, before bubblewrap binds the directories they are in: from then on none can be
 * removed or renamed in the box, nor anything put in its place. By the name of a link only what it leads to can be mounted
 * over; the kernel takes a link itself by a descriptor (open_tree(2), move_mount(2); Linux 5.12 for mount_setattr(2)), which
 * no program on a system does. So an outer bubblewrap makes a mount namespace that is like the host's and gives a
 * {@linkplain MachineCode program of our own} the right to mount there, which that gives up as it executes the inner one.
 */
final class LinkHolder {

    /** What the program is called. */
    static final String NAME = "hold";

    /** How many processes it puts above a command. */
    static final int DEPTH = 1;

    /** The descriptor of the program. */
    static final int PROGRAM = 9;

    /** A place that every box has its own of, so that nobody misses the host's. */
    private static final String DIRECTORY = "/dev/pts";

    private static final String PATH = DIRECTORY + "/tinybox";

    /** Behind the last link. */
    private static final String END = "";

    private LinkHolder() {}

    /**
     * The command line that runs another where links are held.
     *
     * @param links on the host
     * @param inner begins with bubblewrap
     */
    static List<String> around(SortedSet<HostPath> links, List<String> inner) {
        List<String> argv = new ArrayList<>();
        argv.add(inner.get(0));
        argv.addAll(List.of("--unshare-user", "--die-with-parent", "--dev-bind", "/", "/", "--tmpfs", DIRECTORY));
        argv.addAll(List.of("--perms", "0555", "--file", Integer.toString(PROGRAM), PATH));
        argv.addAll(List.of("--cap-add", "CAP_SYS_ADMIN", "--", PATH));
        links.forEach(link -> argv.add(link.value()));
        argv.addAll(List.of(END, "/usr/bin/env")); // which looks a name up, as execve(2) does not
        argv.addAll(inner);
        return argv;
    }
}
