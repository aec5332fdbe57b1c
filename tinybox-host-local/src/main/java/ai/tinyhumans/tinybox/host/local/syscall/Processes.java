package ai.tinyhumans.tinybox.host.local.syscall;

/** Calls on processes. */
public final class Processes {

    private static final long SYS_PIDFD_SEND_SIGNAL = 424; // asm-generic/unistd.h, the same number everywhere
    private static final long SYS_PIDFD_OPEN = 434;

    // linux/wait.h
    private static final int WNOHANG = 1;
    private static final int WEXITED = 4;
    private static final int WNOWAIT = 0x01000000;
    private static final int P_PID = 1;

    // siginfo_t (asm-generic/siginfo.h) as ints: 32 of them, the child's number after a preamble of 4; 0 if none is
    // dead
    private static final int SIGINFO_INTS = 32;
    private static final int SI_PID = 4;

    // struct rusage as longs (sys/resource.h): user seconds and microseconds, system ones, largest resident set in KiB
    private static final int RUSAGE_LONGS = 18;
    private static final int RUSAGE_MAXRSS = 4;
    private static final int RUSAGE_SELF = 0; // linux/resource.h

    private Processes() {}

    /**
     * How a child ended and what it used.
     *
     * @param status as wait4(2) encodes it
     * @param userMicros processor time in its program
     * @param systemMicros processor time in the kernel
     * @param maxRssKib its largest resident set
     */
    public record Waited(int status, long userMicros, long systemMicros, long maxRssKib) {

        /** Answers whether it ended by itself (bits/waitstatus.h, WIFEXITED). */
        public boolean exited() {
            return (status & 0x7F) == 0;
        }

        /** What it passed to exit (WEXITSTATUS). */
        public int exitCode() {
            return (status >> 8) & 0xFF;
        }

        /** The signal that ended it (WTERMSIG). */
        public int signal() {
            return status & 0x7F;
        }
    }

    /** Answers whether a child is dead, leaving its exit to be taken; it is if somebody else took that. */
    public static boolean isDead(int pid) {
        int[] info = new int[SIGINFO_INTS];
        try {
            Libc.check("waitid", "pid " + pid, () -> Libc.waitid(P_PID, pid, info, WEXITED | WNOHANG | WNOWAIT));
        } catch (SyscallException e) {
            if (e.errno() == Errno.ECHILD) {
                return true;
            }
            throw e;
        }
        return info[SI_PID] == pid;
    }

    /** Takes the exit of a child that is dead. */
    public static Waited reap(int pid) {
        int[] status = new int[1];
        long[] rusage = new long[RUSAGE_LONGS];
        int reaped = Libc.check("wait4", "pid " + pid, () -> Libc.wait4(pid, status, WNOHANG, rusage));
        if (reaped != pid) {
            throw SyscallException.of("wait4", 11, "pid " + pid + " is alive");
        }
        return new Waited(
                status[0], rusage[0] * 1_000_000 + rusage[1], rusage[2] * 1_000_000 + rusage[3], rusage[RUSAGE_MAXRSS]);
    }

    /** The largest resident set this process has had. */
    public static long ownMaxRssKib() {
        long[] rusage = new long[RUSAGE_LONGS];
        Libc.check("getrusage", "RUSAGE_SELF", () -> Libc.getrusage(RUSAGE_SELF, rusage));
        return rusage[RUSAGE_MAXRSS];
    }

    /** Sends a signal to a process group. */
    public static void killGroup(int group, int signal) {
        Libc.check("kill", "group " + group, () -> Libc.kill(-group, signal));
    }

    /** Sends a signal to a process, whichever has this number now. */
    public static void kill(int pid, int signal) {
        Libc.check("kill", "pid " + pid, () -> Libc.kill(pid, signal));
    }

    /** Answers whether the kernel has handles on processes: Linux 5.3, unless a filter forbids the call. */
    public static boolean haveHandles() {
        try {
            Fd.close(pidfdOpen((int) ProcessHandle.current().pid()));
            return true;
        } catch (SyscallException absent) {
            return false;
        }
    }

    /** Opens a handle on a process that stays with it when its number is used again; readable once it is dead. */
    public static int pidfdOpen(int pid) {
        return (int) Libc.checkLong("pidfd_open", "pid " + pid, () -> Libc.syscall(SYS_PIDFD_OPEN, pid, 0, 0, 0));
    }

    /** Sends a signal to the process of a handle. */
    public static void pidfdSendSignal(int pidfd, int signal) {
        Libc.checkLong(
                "pidfd_send_signal",
                "signal " + signal,
                () -> Libc.syscall(SYS_PIDFD_SEND_SIGNAL, pidfd, signal, 0, 0));
    }
}
