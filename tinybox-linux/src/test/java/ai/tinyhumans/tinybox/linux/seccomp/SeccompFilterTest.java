package ai.tinyhumans.tinybox.linux.seccomp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every rule of the filter, run on both architectures by a machine of our own. */
@ParameterizedClass
@EnumSource(Architecture.class)
class SeccompFilterTest {

    private static final int ALLOWED = SeccompFilter.ALLOW;
    private static final int REFUSED = SeccompFilter.ERRNO | SeccompFilter.EPERM;
    private static final int ABSENT = SeccompFilter.ERRNO | SeccompFilter.ENOSYS;

    private final Architecture architecture;

    SeccompFilterTest(Architecture architecture) {
        this.architecture = architecture;
    }

    private int answer(Sockets sockets, Syscall call, long... arguments) {
        return new BpfMachine(SeccompFilter.program(architecture, sockets))
                .answer(architecture, call.number(architecture).orElseThrow(), arguments);
    }

    private int answer(Syscall call, long... arguments) {
        return answer(Sockets.ISOLATED, call, arguments);
    }

    @Test
    void refusesWhatNoBoxMayDo() {
        assertThat(SeccompFilter.REFUSED)
                .hasSizeGreaterThan(35)
                .filteredOn(call -> call.number(architecture).isPresent())
                .allSatisfy(call -> assertThat(answer(call)).isEqualTo(REFUSED));
    }

    @Test
    void answersWhatCallersFallBackFromAsAnOlderKernelWould() {
        assertThat(SeccompFilter.ABSENT)
                .hasSize(4)
                .allSatisfy(call -> assertThat(answer(call)).isEqualTo(ABSENT));
    }

    @Test
    void allowsEveryCallItDoesNotName() {
        BpfMachine machine = new BpfMachine(SeccompFilter.program(architecture, Sockets.PAIRS));
        IntStream.range(0, 600)
                .filter(number -> java.util.Arrays.stream(Syscall.values())
                        .noneMatch(call -> call.number(architecture).equals(OptionalInt.of(number))))
                .forEach(number -> assertThat(machine.answer(architecture, number, -1, -1, -1))
                        .as("call %d", number)
                        .isEqualTo(ALLOWED));
    }

    @Test
    void endsAProgramThatCallsAsAnotherArchitecture() {
        BpfMachine machine = new BpfMachine(SeccompFilter.program(architecture, Sockets.ISOLATED));
        assertThat(Architecture.values())
                .filteredOn(other -> other != architecture)
                .allSatisfy(other -> assertThat(machine.answer(other, 0)).isEqualTo(SeccompFilter.KILL_PROCESS));
    }

    @Test
    void answersX32CallsAsAKernelWithoutThem() {
        BpfMachine machine = new BpfMachine(SeccompFilter.program(Architecture.X86_64, Sockets.ISOLATED));
        assertThat(machine.answer(Architecture.X86_64, 0x4000_0000)).isEqualTo(ABSENT);
        assertThat(machine.answer(Architecture.X86_64, 0x4000_0000 | 520)).isEqualTo(ABSENT); // x32's execve
        assertThat(machine.answer(Architecture.X86_64, -1)).isEqualTo(ABSENT);
    }

    @ParameterizedTest
    @ValueSource(ints = {0x0002_0000, 0x0200_0000, 0x0400_0000, 0x0800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000})
    void refusesEveryNewNamespace(int flag) {
        assertThat(answer(Syscall.CLONE, flag | 17)).isEqualTo(REFUSED);
        assertThat(answer(Syscall.UNSHARE, flag)).isEqualTo(REFUSED);
        assertThat(answer(Syscall.UNSHARE, flag | 0x400)).isEqualTo(REFUSED);
    }

    @Test
    void refusesATimeNamespaceWhereItsFlagIsOne() {
        assertThat(answer(Syscall.UNSHARE, 0x80)).isEqualTo(REFUSED);
        assertThat(answer(Syscall.CLONE, 0x80)).isEqualTo(ALLOWED); // there it is a part of the signal's number
    }

    @Test
    void allowsForksThreadsAndAnOwnTableOfDescriptors() {
        assertThat(answer(Syscall.CLONE, 17)).isEqualTo(ALLOWED); // SIGCHLD
        assertThat(answer(Syscall.CLONE, 0x4111)).isEqualTo(ALLOWED); // posix_spawn
        assertThat(answer(Syscall.CLONE, 0x3D_0F00)).isEqualTo(ALLOWED); // pthread_create
        assertThat(answer(Syscall.UNSHARE, 0x400)).isEqualTo(ALLOWED); // CLONE_FILES
    }

    @Test
    void refusesToTraceOthersButNotToBeTraced() {
        assertThat(answer(Syscall.PTRACE, 16)).isEqualTo(REFUSED); // PTRACE_ATTACH
        assertThat(answer(Syscall.PTRACE, 0x4206)).isEqualTo(REFUSED); // PTRACE_SEIZE
        assertThat(answer(Syscall.PTRACE, 0)).isEqualTo(ALLOWED); // PTRACE_TRACEME
    }

    @Test
    void refusesToTypeIntoATerminalWhateverTheUpperHalfOfTheRequest() {
        assertThat(answer(Syscall.IOCTL, 0, 0x5412)).isEqualTo(REFUSED); // TIOCSTI
        assertThat(answer(Syscall.IOCTL, 0, 0x541C)).isEqualTo(REFUSED); // TIOCLINUX
        assertThat(answer(Syscall.IOCTL, 0, 0xFFFF_FFFF_0000_5412L)).isEqualTo(REFUSED);
        assertThat(answer(Syscall.IOCTL, 0x5412, 0x5401)).isEqualTo(ALLOWED); // TCGETS
    }

    @ParameterizedTest
    @CsvSource({
        // family, protocol, ISOLATED, INTERNET, PAIRS
        "1,  0,  true,  false, false", // AF_UNIX
        "2,  0,  true,  true,  false", // AF_INET
        "10, 0,  true,  true,  false", // AF_INET6
        "16, 0,  true,  true,  false", // AF_NETLINK, NETLINK_ROUTE
        "16, 12, false, false, false", // AF_NETLINK, NETLINK_NETFILTER
        "17, 0,  false, false, false", // AF_PACKET
        "31, 0,  false, false, false", // AF_BLUETOOTH
        "38, 0,  false, false, false", // AF_ALG
        "40, 0,  false, false, false", // AF_VSOCK
        "44, 0,  false, false, false", // AF_XDP
        "0,  0,  false, false, false", // AF_UNSPEC
        "-1, 0,  false, false, false",
    })
    void judgesSocketsByTheirFamily(int family, int protocol, boolean isolated, boolean internet, boolean pairs) {
        assertThat(answer(Sockets.ISOLATED, Syscall.SOCKET, family, 1, protocol))
                .isEqualTo(isolated ? ALLOWED : REFUSED);
        assertThat(answer(Sockets.INTERNET, Syscall.SOCKET, family, 1, protocol))
                .isEqualTo(internet ? ALLOWED : REFUSED);
        assertThat(answer(Sockets.PAIRS, Syscall.SOCKET, family, 1, protocol)).isEqualTo(pairs ? ALLOWED : REFUSED);
    }

    @ParameterizedTest
    @EnumSource(Sockets.class)
    void letsASocketListenUnlessConnectionsAreToGoOutOnly(Sockets sockets) {
        assertThat(answer(sockets, Syscall.LISTEN, 3, 5)).isEqualTo(sockets == Sockets.OUTGOING ? REFUSED : ALLOWED);
        assertThat(answer(Sockets.OUTGOING, Syscall.SOCKET, 2, 1, 0)).isEqualTo(ALLOWED);
        assertThat(answer(Sockets.OUTGOING, Syscall.SOCKET, 1, 1, 0)).isEqualTo(REFUSED);
    }

    @Test
    void looksAtTheHalfOfAFamilyThatTheKernelTakes() {
        assertThat(answer(Sockets.INTERNET, Syscall.SOCKET, 0x2_0000_0001L, 1, 0))
                .isEqualTo(REFUSED);
    }

    @ParameterizedTest
    @EnumSource(Sockets.class)
    void allowsConnectedPairsOfTheMachineOnly(Sockets sockets) {
        int closeOnExec = 0x80000;
        assertThat(answer(sockets, Syscall.SOCKETPAIR, 1, 1 | closeOnExec)).isEqualTo(ALLOWED);
        assertThat(answer(sockets, Syscall.SOCKETPAIR, 1, 5)).isEqualTo(ALLOWED);
        assertThat(answer(sockets, Syscall.SOCKETPAIR, 2, 1)).isEqualTo(REFUSED);
        assertThat(answer(sockets, Syscall.SOCKETPAIR, 30, 1)).isEqualTo(REFUSED); // AF_TIPC
    }

    @Test
    void allowsPairsOfDatagramsOnlyWhereNamesLeadNowhere() {
        for (int type : new int[] {2, 3}) { // SOCK_DGRAM, and SOCK_RAW, which is the same there
            assertThat(answer(Sockets.ISOLATED, Syscall.SOCKETPAIR, 1, type)).isEqualTo(ALLOWED);
            assertThat(answer(Sockets.INTERNET, Syscall.SOCKETPAIR, 1, type)).isEqualTo(REFUSED);
            assertThat(answer(Sockets.PAIRS, Syscall.SOCKETPAIR, 1, type)).isEqualTo(REFUSED);
        }
    }
}
