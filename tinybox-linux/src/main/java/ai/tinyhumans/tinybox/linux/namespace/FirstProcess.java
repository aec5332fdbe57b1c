package ai.tinyhumans.tinybox.linux.namespace;

/**
 * The program that is process 1 of a box: what bubblewrap executes when all is set up. It finds a {@link CommandImage} on a
 * descriptor, or waits on a socket there until it comes with the descriptors of the command; maps it, starts the command
 * with the streams and closes its own, reaps orphans until the command is dead, reports how it ended or why it did not
 * start, and ends, which ends all that is left in the box. Nothing of the box may look into it, since it is not dumpable
 * (PR_SET_DUMPABLE in prctl(2)), and no signal from within the box ends it (pid_namespaces(7)).
 *
 * <p>It is {@linkplain MachineCode machine code}: nothing on a system starts a program from exact bytes and tells its exact
 * end.
 */
final class FirstProcess {

    /** What it is called among the programs. */
    static final String NAME = "first";

    /** Where a box has it. */
    static final String PATH = "/.tinybox";

    /** The descriptor of its request. */
    static final int REQUEST = 6;

    /** The descriptor it reports on. */
    static final int REPORT = 7;

    private FirstProcess() {}
}
