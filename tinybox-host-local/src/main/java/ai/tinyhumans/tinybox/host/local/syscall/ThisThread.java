package ai.tinyhumans.tinybox.host.local.syscall;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** What the calling thread gives up for itself and for every program it starts; other threads keep it. */
public final class ThisThread {

    private static final int PR_SET_NO_NEW_PRIVS = 38; // linux/prctl.h
    private static final long SYS_SECCOMP = Fd.isAarch64() ? 277 : 317; // asm-generic/unistd.h, asm/unistd_64.h
    private static final int SECCOMP_SET_MODE_FILTER = 1; // linux/seccomp.h
    private static final int SECCOMP_GET_ACTION_AVAIL = 2;
    private static final int SECCOMP_RET_KILL_PROCESS = 0x8000_0000;
    private static final int FILTER_BYTES = 8; // struct sock_filter (linux/filter.h)
    private static final int SOCK_FPROG_BYTES = 16; // struct sock_fprog: length, padding, address of the filter
    private static final int SOCK_FPROG_FILTER = 8;
    private static final int CAPABILITY_VERSION_3 = 0x2008_0522; // linux/capability.h
    private static final int CAPABILITY_HEADER_BYTES = 8; // version, pid
    private static final int CAPABILITY_DATA_BYTES = 24; // effective, permitted, inheritable; twice

    private ThisThread() {}

    /** Never to gain privileges by executing a program (prctl(2)). */
    public static void gainNoPrivileges() {
        Libc.check("prctl", "PR_SET_NO_NEW_PRIVS", () -> Libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
    }

    /** Gives up every capability (capabilities(7)). After {@link #gainNoPrivileges} no program gets one back, not even root's. */
    public static void dropCapabilities() {
        ByteBuffer header = ByteBuffer.allocateDirect(CAPABILITY_HEADER_BYTES).order(ByteOrder.nativeOrder());
        header.putInt(CAPABILITY_VERSION_3).putInt(0).flip();
        ByteBuffer none = ByteBuffer.allocateDirect(CAPABILITY_DATA_BYTES);
        Libc.check("capset", "none", () -> Libc.capset(header, none));
    }

    /** Answers whether the kernel has filters of system calls (seccomp(2)). */
    public static boolean hasFilters() {
        ByteBuffer action = ByteBuffer.allocateDirect(Integer.BYTES).order(ByteOrder.nativeOrder());
        action.putInt(SECCOMP_RET_KILL_PROCESS).flip();
        return Libc.syscall(SYS_SECCOMP, SECCOMP_GET_ACTION_AVAIL, 0, action, 0L) == 0;
    }

    /**
     * Filters its system calls, for good (seccomp(2)). It must not be able to gain privileges.
     *
     * @param program an array of {@code struct sock_filter}
     */
    public static void filterCalls(byte[] program) {
        ByteBuffer instructions =
                ByteBuffer.allocateDirect(program.length).put(program).flip();
        ByteBuffer filter = ByteBuffer.allocateDirect(SOCK_FPROG_BYTES).order(ByteOrder.nativeOrder());
        filter.putShort(0, (short) (program.length / FILTER_BYTES))
                .putLong(SOCK_FPROG_FILTER, Libc.address(instructions));
        try {
            Libc.checkLong(
                    "seccomp",
                    "SECCOMP_SET_MODE_FILTER",
                    () -> Libc.syscall(SYS_SECCOMP, SECCOMP_SET_MODE_FILTER, 0, filter, 0L));
        } finally {
            Reference.reachabilityFence(instructions); // until here its memory must not be freed
        }
    }
}
