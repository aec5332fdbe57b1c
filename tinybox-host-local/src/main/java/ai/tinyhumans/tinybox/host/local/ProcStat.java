package ai.tinyhumans.tinybox.host.local;

import java.util.Optional;

/**
 * One line of {@code /proc/PID/stat} (proc(5)).
 *
 * @param pid its number
 * @param command the name of its program, at most 15 bytes
 * @param state one letter; Z and X are dead
 * @param parent the process it is a child of
 * @param group its process group
 * @param session its session
 * @param startTick when it started, in clock ticks after boot
 */
record ProcStat(long pid, String command, char state, long parent, long group, long session, long startTick) {

    // fields of the line, counted from 0 after the command
    private static final int STATE = 0;
    private static final int PARENT = 1;
    private static final int GROUP = 2;
    private static final int SESSION = 3;
    private static final int START = 19;

    /**
     * Reads the line of a process; empty if there is none.
     *
     * @throws ai.tinyhumans.tinybox.error.TinyboxException {@code host.failed} if it cannot be looked for
     */
    static Optional<ProcStat> read(long pid) {
        return ProcFile.read(pid, "stat").map(ProcStat::parse);
    }

    /** Parses a line. The command may hold blanks and parentheses, so its end is the last one. */
    static ProcStat parse(String line) {
        int open = line.indexOf('(');
        int close = line.lastIndexOf(')');
        String[] fields = line.substring(close + 2).split(" ", -1);
        return new ProcStat(
                Long.parseLong(line.substring(0, open - 1)),
                line.substring(open + 1, close),
                fields[STATE].charAt(0),
                Long.parseLong(fields[PARENT]),
                Long.parseLong(fields[GROUP]),
                Long.parseLong(fields[SESSION]),
                Long.parseLong(fields[START]));
    }

    boolean isAlive() {
        return state != 'Z' && state != 'X';
    }
}
