package ai.tinyhumans.tinybox.linux.seccomp;

import java.util.OptionalInt;

/**
 * A system call that a filter has something to say about, with its number on x86-64 (asm/unistd_64.h) and on aarch64
 * (asm-generic/unistd.h).
 */
enum Syscall {
    // mounts, as the calls before Linux 5.2 and those since make them
    MOUNT(165, 40),
    UMOUNT2(166, 39),
    PIVOT_ROOT(155, 41),
    OPEN_TREE(428),
    MOVE_MOUNT(429),
    FSOPEN(430),
    FSCONFIG(431),
    FSMOUNT(432),
    FSPICK(433),
    MOUNT_SETATTR(442),
    OPEN_TREE_ATTR(467),

    // the inside of other processes
    PTRACE(101, 117),
    PROCESS_VM_READV(310, 270),
    PROCESS_VM_WRITEV(311, 271),
    PIDFD_GETFD(438),
    KCMP(312, 272),

    // the kernel and the machine
    KEXEC_LOAD(246, 104),
    KEXEC_FILE_LOAD(320, 294),
    INIT_MODULE(175, 105),
    FINIT_MODULE(313, 273),
    DELETE_MODULE(176, 106),
    REBOOT(169, 142),
    SWAPON(167, 224),
    SWAPOFF(168, 225),
    ACCT(163, 89),
    QUOTACTL(179, 60),
    QUOTACTL_FD(443),
    SYSLOG(103, 116),
    IOPL(172, OptionalInt.empty()),
    IOPERM(173, OptionalInt.empty()),

    // parts of the kernel with many holes in their past and no use in a box
    BPF(321, 280),
    KEYCTL(250, 219),
    ADD_KEY(248, 217),
    REQUEST_KEY(249, 218),
    USERFAULTFD(323, 282),
    PERF_EVENT_OPEN(298, 241),
    OPEN_BY_HANDLE_AT(304, 265),
    IO_URING_SETUP(425),
    IO_URING_ENTER(426),
    IO_URING_REGISTER(427),

    // namespaces
    SETNS(308, 268),
    UNSHARE(272, 97),
    CLONE(56, 220),
    CLONE3(435),

    // what depends on the arguments, or on the sockets a program may make
    IOCTL(16, 29),
    LISTEN(50, 201),
    SOCKET(41, 198),
    SOCKETPAIR(53, 199);

    private final int x86;
    private final OptionalInt arm;

    /** A call of Linux 5.0 and later, which has the same number everywhere. */
    Syscall(int number) {
        this(number, number);
    }

    Syscall(int x86, int arm) {
        this(x86, OptionalInt.of(arm));
    }

    Syscall(int x86, OptionalInt arm) {
        this.x86 = x86;
        this.arm = arm;
    }

    /** Its number there; empty if that architecture does not have it. */
    OptionalInt number(Architecture architecture) {
        return switch (architecture) {
            case X86_64 -> OptionalInt.of(x86);
            case AARCH64 -> arm;
        };
    }
}
