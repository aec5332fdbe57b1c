package ai.tinyhumans.tinybox.linux.seccomp;

import java.util.EnumSet;
import java.util.Set;

/**
 * The filter of system calls for a program in a box (seccomp(2)). It says no to what reaches round a box, and to parts of
 * the kernel that a program in a box has no use for; everything else is allowed, so that ordinary programs run unharmed.
 *
 * <ul>
 *   <li>Refused with EPERM: mounts, tracing of others and reading their memory, kexec, modules, swap, reboot, eBPF, keys,
 *       userfaultfd, perf events, files by handle, other and new namespaces, typing into a terminal (TIOCSTI, TIOCLINUX),
 *       sockets beyond {@link Sockets}, and listening where that forbids it.
 *   <li>Answered with ENOSYS, as by a kernel without them, so that callers fall back: clone3, whose flags a filter cannot
 *       see, and io_uring, which makes calls past the filter.
 *   <li>Calls of another architecture end the program; those of x32 are answered with ENOSYS.
 * </ul>
 */
public final class SeccompFilter {

    /** Where a jump leads. */
    private enum Place {
        OF_NAMESPACES,
        OF_NEW_NAMESPACES,
        OF_TRACING,
        OF_TERMINALS,
        OF_SOCKETS,
        OF_ROUTING,
        OF_PAIRS,
        ALLOW,
        REFUSE,
        ABSENT,
        KILL
    }

    // struct seccomp_data (linux/seccomp.h): the number, the architecture, the instruction pointer, six arguments of 64
    // bits. The kernel takes the low half of every argument looked at here, so the filter must as well.
    private static final int NUMBER = 0;
    private static final int ARCHITECTURE = 4;
    private static final int FIRST_ARGUMENT = 16;
    private static final int SECOND_ARGUMENT = 24;
    private static final int THIRD_ARGUMENT = 32;

    // actions (linux/seccomp.h)
    static final int KILL_PROCESS = 0x8000_0000;
    static final int ALLOW = 0x7FFF_0000;
    static final int ERRNO = 0x0005_0000;
    static final int EPERM = 1; // asm-generic/errno-base.h
    static final int ENOSYS = 38; // asm-generic/errno.h

    private static final int X32_BIT = 0x4000_0000; // __X32_SYSCALL_BIT (asm/unistd.h)

    // CLONE_NEW… (linux/sched.h): mount, cgroup, uts, ipc, user, pid, network; the one of time is a part of clone's
    // exit signal and can be asked for by unshare and clone3 only
    private static final int NEW_NAMESPACES = 0x7E02_0000;
    private static final int NEW_TIME_NAMESPACE = 0x80;

    private static final int PTRACE_ATTACH = 16; // linux/ptrace.h
    private static final int PTRACE_SEIZE = 0x4206;

    private static final int TIOCSTI = 0x5412; // asm-generic/ioctls.h
    private static final int TIOCLINUX = 0x541C;

    // linux/socket.h, linux/net.h, linux/netlink.h
    private static final int AF_UNIX = 1;
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int AF_NETLINK = 16;
    private static final int NETLINK_ROUTE = 0;
    private static final int SOCK_STREAM = 1;
    private static final int SOCK_SEQPACKET = 5;
    private static final int SOCK_TYPE_MASK = 0xF;

    static final Set<Syscall> ABSENT =
            EnumSet.of(Syscall.CLONE3, Syscall.IO_URING_SETUP, Syscall.IO_URING_ENTER, Syscall.IO_URING_REGISTER);

    /** Calls whose arguments decide. */
    static final Set<Syscall> JUDGED = EnumSet.of(
            Syscall.UNSHARE,
            Syscall.CLONE,
            Syscall.PTRACE,
            Syscall.IOCTL,
            Syscall.LISTEN,
            Syscall.SOCKET,
            Syscall.SOCKETPAIR);

    static final Set<Syscall> REFUSED;

    static {
        Set<Syscall> rest = EnumSet.allOf(Syscall.class);
        rest.removeAll(ABSENT);
        rest.removeAll(JUDGED);
        REFUSED = rest;
    }

    private final Architecture architecture;
    private final Sockets sockets;
    private final BpfAssembler<Place> program = new BpfAssembler<>(Place.class);

    private SeccompFilter(Architecture architecture, Sockets sockets) {
        this.architecture = architecture;
        this.sockets = sockets;
    }

    /** The filter's program for an architecture: an array of {@code struct sock_filter}. */
    public static byte[] program(Architecture architecture, Sockets sockets) {
        return new SeccompFilter(architecture, sockets).assemble();
    }

    private byte[] assemble() {
        program.load(ARCHITECTURE).jumpUnlessEqual(architecture.auditNumber(), Place.KILL);
        program.load(NUMBER);
        if (architecture == Architecture.X86_64) {
            program.jumpIfAtLeast(X32_BIT, Place.ABSENT);
        }
        on(Syscall.CLONE, Place.OF_NEW_NAMESPACES);
        on(Syscall.IOCTL, Place.OF_TERMINALS);
        on(Syscall.SOCKET, Place.OF_SOCKETS);
        on(Syscall.SOCKETPAIR, Place.OF_PAIRS);
        if (sockets == Sockets.OUTGOING) {
            on(Syscall.LISTEN, Place.REFUSE);
        }
        on(Syscall.UNSHARE, Place.OF_NAMESPACES);
        on(Syscall.PTRACE, Place.OF_TRACING);
        ABSENT.forEach(call -> on(call, Place.ABSENT));
        REFUSED.forEach(call -> on(call, Place.REFUSE));
        program.answer(ALLOW);

        program.label(Place.OF_NAMESPACES).load(FIRST_ARGUMENT).jumpIfAnyBit(NEW_TIME_NAMESPACE, Place.REFUSE);
        program.label(Place.OF_NEW_NAMESPACES)
                .load(FIRST_ARGUMENT)
                .jumpIfAnyBit(NEW_NAMESPACES, Place.REFUSE)
                .answer(ALLOW);
        program.label(Place.OF_TRACING)
                .load(FIRST_ARGUMENT)
                .jumpIfEqual(PTRACE_ATTACH, Place.REFUSE)
                .jumpIfEqual(PTRACE_SEIZE, Place.REFUSE)
                .answer(ALLOW);
        program.label(Place.OF_TERMINALS)
                .load(SECOND_ARGUMENT)
                .jumpIfEqual(TIOCSTI, Place.REFUSE)
                .jumpIfEqual(TIOCLINUX, Place.REFUSE)
                .answer(ALLOW);
        judgeSockets();
        judgePairs();
        program.label(Place.ALLOW).answer(ALLOW);
        program.label(Place.REFUSE).answer(ERRNO | EPERM);
        program.label(Place.ABSENT).answer(ERRNO | ENOSYS);
        program.label(Place.KILL).answer(KILL_PROCESS);
        return program.assemble();
    }

    private void judgeSockets() {
        program.label(Place.OF_SOCKETS).load(FIRST_ARGUMENT);
        if (sockets == Sockets.ISOLATED) {
            program.jumpIfEqual(AF_UNIX, Place.ALLOW);
        }
        if (sockets != Sockets.PAIRS) {
            program.jumpIfEqual(AF_INET, Place.ALLOW)
                    .jumpIfEqual(AF_INET6, Place.ALLOW)
                    .jumpIfEqual(AF_NETLINK, Place.OF_ROUTING);
        }
        program.answer(ERRNO | EPERM);
        program.label(Place.OF_ROUTING)
                .load(THIRD_ARGUMENT)
                .jumpIfEqual(NETLINK_ROUTE, Place.ALLOW)
                .answer(ERRNO | EPERM);
    }

    /** A datagram socket of a pair still takes the name of another receiver with each message (unix(7)). */
    private void judgePairs() {
        program.label(Place.OF_PAIRS).load(FIRST_ARGUMENT).jumpUnlessEqual(AF_UNIX, Place.REFUSE);
        if (sockets != Sockets.ISOLATED) {
            program.load(SECOND_ARGUMENT)
                    .and(SOCK_TYPE_MASK)
                    .jumpIfEqual(SOCK_STREAM, Place.ALLOW)
                    .jumpUnlessEqual(SOCK_SEQPACKET, Place.REFUSE);
        }
    }

    private void on(Syscall call, Place place) {
        call.number(architecture).ifPresent(number -> program.jumpIfEqual(number, place));
    }
}
