package ai.tinyhumans.tinybox.host.local.syscall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program inherits, with the function that closes all descriptors beyond some and without it. */
@Requires(Facility.LAUNCH)
@ExtendWith(LeakCheck.class)
class SpawnerIT {

    private static final int F_DUPFD = 0; // asm-generic/fcntl.h: a copy that programs inherit

    @TempDir
    private Path directory;

    private int nowhere;
    private int here;

    @BeforeEach
    void openBoth() {
        nowhere = Fd.open("/dev/null", Fd.O_RDWR);
        here = Fd.open(directory.toString(), Fd.O_PATH | Fd.O_DIRECTORY);
    }

    @AfterEach
    void closeBoth() {
        Fd.close(here);
        Fd.close(nowhere);
    }

    /** A spawner that does without the function, or that uses it if the C library has it. */
    private static Spawner spawner(boolean closesFrom) {
        return closesFrom ? new Spawner() : new Spawner(false);
    }

    private Processes.Waited run(Spawner spawner, String script, Map<Integer, Integer> descriptors) {
        SortedMap<Integer, Integer> all = new TreeMap<>(descriptors);
        List.of(0, 1, 2).forEach(fd -> all.put(fd, nowhere));
        int pid = spawn(spawner, "/bin/sh", list("sh", "-c", script), all);
        await().until(() -> Processes.isDead(pid));
        return Processes.reap(pid);
    }

    private int spawn(Spawner spawner, String program, List<byte[]> argv, SortedMap<Integer, Integer> descriptors) {
        try (Spawner.Prepared prepared = spawner.prepare(argv, list("PATH=/usr/bin:/bin"), here, descriptors)) {
            return Spawner.started(prepared.attempt(bytes(program)));
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<byte[]> list(String... texts) {
        return Arrays.stream(texts).map(SpawnerIT::bytes).collect(Collectors.toList());
    }

    private String written() throws IOException {
        return Files.readString(directory.resolve("written"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void leavesOutWhatIsOpenForOtherProgramsToInherit(boolean closesFrom) throws IOException {
        int inheritable = Libc.fcntl(nowhere, F_DUPFD, 100);
        assertThat(inheritable).isGreaterThanOrEqualTo(100);
        try (Spawner spawner = spawner(closesFrom)) {
            assertThat(run(spawner, "ls /proc/self/fd > written", Map.of()).exited())
                    .isTrue();
        } finally {
            Fd.close(inheritable);
        }
        assertThat(written()).isEqualTo("0\n1\n2\n3\n"); // 3 is the directory that ls reads
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void putsEachDescriptorWhereItIsAskedForAndClosesTheGaps(boolean closesFrom) throws IOException {
        int five = Fd.memory(bytes("five"));
        int seven = Fd.memory(bytes("seven"));
        try (Spawner spawner = spawner(closesFrom)) {
            run(spawner, "{ cat <&5; cat <&7; ls /proc/self/fd; } > written", Map.of(5, five, 7, seven));
        } finally {
            Fd.close(five);
            Fd.close(seven);
        }
        assertThat(written()).isEqualTo("fiveseven0\n1\n2\n3\n5\n7\n");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void swapsDescriptorsWhoseNumbersOverlap(boolean closesFrom) throws IOException {
        int one = Fd.memory(bytes("one"));
        int two = Fd.memory(bytes("two"));
        try (Spawner spawner = spawner(closesFrom)) {
            String script = String.format("cat /proc/self/fd/%d /proc/self/fd/%d > written", one, two);
            run(spawner, script, Map.of(one, two, two, one));
        } finally {
            Fd.close(one);
            Fd.close(two);
        }
        assertThat(written()).isEqualTo("twoone");
    }

    @Test
    void tellsCodeAndSignalOfAChildThatItReaps() {
        try (Spawner spawner = new Spawner()) {
            Processes.Waited code = run(spawner, "exit 200", Map.of());
            assertThat(code.exited()).isTrue();
            assertThat(code.exitCode()).isEqualTo(200);
            Processes.Waited signal = run(spawner, "kill -9 $$", Map.of());
            assertThat(signal.exited()).isFalse();
            assertThat(signal.signal()).isEqualTo(9);
        }
    }

    @Test
    void reapsNobodyWhoIsAlive() {
        try (Spawner spawner = new Spawner()) {
            SortedMap<Integer, Integer> standard = new TreeMap<>(Map.of(0, nowhere, 1, nowhere, 2, nowhere));
            int pid = spawn(spawner, "/bin/sleep", list("sleep", "319"), standard);
            try {
                assertThat(Processes.isDead(pid)).isFalse();
                assertThatThrownBy(() -> Processes.reap(pid)).isInstanceOf(SyscallException.class);
            } finally {
                Processes.kill(pid, 9);
                await().until(() -> Processes.isDead(pid));
                assertThat(Processes.reap(pid).signal()).isEqualTo(9);
            }
        }
    }

    @Test
    void namesTheErrorOfTheStepThatFailed() {
        try (Spawner spawner = new Spawner()) {
            SortedMap<Integer, Integer> standard = new TreeMap<>(Map.of(0, nowhere));
            assertThatThrownBy(() -> spawn(spawner, "/no/such", list("x"), standard))
                    .isInstanceOfSatisfying(
                            SyscallException.class,
                            failure -> assertThat(failure.errno()).isEqualTo(Errno.ENOENT));
        }
    }
}
