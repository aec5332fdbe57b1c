package ai.tinyhumans.tinybox.cli;

/** Exit statuses that are not a command's own. */
final class Status {

    /** All went well. */
    static final int OK = 0;

    /** What was asked for is not so: {@code doctor} found nothing that confines. */
    static final int NO = 1;

    /** The command line was not understood. */
    static final int USAGE = 2;

    /** tinybox itself failed: EX_SOFTWARE of sysexits.h. */
    static final int FAILED = 70;

    /** Interrupted, as a shell says it of SIGINT. */
    static final int INTERRUPTED = 130;

    /** Nobody reads the output any more, as a shell says it of SIGPIPE. */
    static final int BROKEN_PIPE = 141;

    private Status() {}
}
