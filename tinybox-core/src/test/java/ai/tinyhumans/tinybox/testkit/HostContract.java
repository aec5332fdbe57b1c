package ai.tinyhumans.tinybox.testkit;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.ProcessRef;
import ai.tinyhumans.tinybox.exec.Signal;
import ai.tinyhumans.tinybox.exec.Survivor;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Lifetime;
import ai.tinyhumans.tinybox.spi.Termination;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What every host must do. A provider's test extends this; the machine behind it must have a POSIX shell. */
@ExtendWith(LeakCheck.class)
public abstract class HostContract {

    private static final Map<String, String> PATH = Map.of("PATH", "/usr/bin:/bin");

    private Host host;

    /** The provider to test. */
    protected abstract HostProvider provider();

    @BeforeEach
    void openHost() {
        host = provider().open();
    }

    @AfterEach
    void closeHost() {
        host.close();
    }

    private static LaunchPlan plan(String... argv) {
        return LaunchPlan.of(List.of(argv), new Env(PATH), "/");
    }

    private static LaunchPlan shell(String script, String... arguments) {
        List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
        argv.addAll(List.of(arguments));
        return LaunchPlan.of(argv, new Env(PATH), "/");
    }

    @Test
    void isUsableWhereItsContractIsTested() {
        assertThat(provider().probe().isUsable()).isTrue();
    }

    @Test
    void givesAProgramItsArgumentsAndNothingElse() throws InterruptedException {
        Started started =
                Started.on(host, shell("for a; do printf '<%s>' \"$a\"; done", "", " a b ", "$HOME", "é\n", "*"));
        assertThat(started.awaitEnd().exit()).isEqualTo(new Exit.Exited(0));
        assertThat(started.stdoutText()).isEqualTo("<>< a b ><$HOME><é\n><*>");
    }

    @Test
    void givesAProgramItsEnvironmentAndTheMarkerAndNothingElse() throws InterruptedException {
        LaunchPlan plan = LaunchPlan.of(List.of("/usr/bin/env"), new Env(Map.of("A", "1\n2", "B", "")), "/");
        Started started = Started.on(host, plan);
        started.awaitEnd();
        assertThat(started.stdoutText().lines().collect(Collectors.toList()))
                .containsExactlyInAnyOrder("A=1", "2", "B=", Env.MARKER + "=" + started.marker());
    }

    @Test
    void startsAProgramInItsWorkingDirectory() throws InterruptedException {
        Started started = Started.on(host, LaunchPlan.of(List.of("/bin/pwd"), new Env(PATH), "/usr"));
        started.awaitEnd();
        assertThat(started.stdoutText()).isEqualTo("/usr\n");
    }

    @Test
    void looksAProgramUpInTheCommandsOwnPath() throws InterruptedException {
        assertThat(Started.on(host, plan("true")).awaitEnd().exit()).isEqualTo(new Exit.Exited(0));
        assertRefused(
                ErrorCode.LAUNCH_NOT_FOUND, () -> Started.on(host, LaunchPlan.of(List.of("true"), Env.EMPTY, "/bin")));
    }

    @ParameterizedTest
    @CsvSource({
        "LAUNCH_NOT_FOUND,/no/such",
        "LAUNCH_NOT_FOUND,/etc/passwd/x",
        "LAUNCH_NOT_EXECUTABLE,/etc/passwd",
        "LAUNCH_IS_DIRECTORY,/etc"
    })
    void saysWhyAProgramDoesNotStart(ErrorCode code, String program) {
        assertRefused(code, () -> Started.on(host, plan(program))).hasMessageContaining(program);
    }

    @ParameterizedTest
    @CsvSource({"LAUNCH_CWD_MISSING,/no/such", "LAUNCH_CWD_NOT_DIRECTORY,/etc/passwd"})
    void saysWhyAWorkingDirectoryIsNoGood(ErrorCode code, String directory) {
        assertRefused(code, () -> Started.on(host, LaunchPlan.of(List.of("/bin/true"), Env.EMPTY, directory)))
                .hasMessageContaining(directory);
    }

    @Test
    void bringsEveryByteOfBothStreams() throws InterruptedException { // B078
        byte[] all = new byte[256 * 300];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        Started started = Started.withInput(host, shell("echo e >&2; exec cat"), all);
        assertThat(started.awaitEnd().exit()).as(started.stderrText()).isEqualTo(new Exit.Exited(0));
        assertThat(started.stdout()).hasSize(all.length);
        assertThat(Arrays.mismatch(started.stdout(), all)).isEqualTo(-1);
        assertThat(started.stderrText()).isEqualTo("e\n");
    }

    @Test
    void givesAProgramTheEndOfInputWhenThereIsNone() throws InterruptedException {
        Started started = Started.on(host, shell("read x; echo $?"));
        started.awaitEnd();
        assertThat(started.stdoutText()).isEqualTo("1\n");
    }

    @Test
    void tellsExitAndSignalApart() throws InterruptedException {
        assertThat(Started.on(host, shell("exit 137")).awaitEnd().exit()).isEqualTo(new Exit.Exited(137));
        assertThat(Started.on(host, shell("kill -9 $$")).awaitEnd().exit()).isEqualTo(new Exit.Signaled(9));
    }

    @Test
    void accountsProcessorTime() throws InterruptedException {
        Termination end = Started.on(host, shell("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done"))
                .awaitEnd();
        assertThat(end.user().plus(end.system())).isPositive();
    }

    @Test
    void doesNotReadAStreamWithoutRoomAndGoesOnWhenThereIs() throws InterruptedException {
        Started started = Started.withoutRoom(host, shell("head -c 1000000 /dev/zero; echo done >&2"));
        await().during(Duration.ofMillis(200))
                .until(() ->
                        started.stdout().length == 0 && started.stderrText().isEmpty());
        started.makeRoom();
        started.awaitEnd();
        assertThat(started.stdout()).hasSize(1_000_000);
        assertThat(started.stderrText()).isEqualTo("done\n");
    }

    @Test
    void takesAnEmptyPipeForEndedOnceNobodyIsSaidToWrite() throws InterruptedException {
        Started started = Started.on(host, shell("echo kept; sleep 3131 & exit 5"));
        started.awaitExit();
        ProcessRef ref = started.process().ref();
        await().untilAsserted(() ->
                assertThat(living(ref)).extracting(Survivor::command).containsExactly("sleep"));
        assertThat(started.awaitEnd().exit()).isEqualTo(new Exit.Exited(5));
        assertThat(started.stdoutText()).isEqualTo("kept\n");
        endAll(ref);
    }

    @Test
    void opensWhatThePlanNamesAndNothingElse() throws InterruptedException {
        LaunchPlan plan = shell("cat <&5; cat <&7; ls /proc/self/fd | tr '\\n' ' '")
                .withDescriptors(new TreeMap<>(Map.of(5, bytes("five "), 7, bytes("seven "))));
        Started started = Started.on(host, plan);
        started.awaitEnd();
        assertThat(started.stdoutText()).isEqualTo("five seven 0 1 2 3 5 7 "); // 3 is the directory that ls reads
    }

    @Test
    void startsAProgramFromAThreadThatIsRestrictedOrRefuses() throws InterruptedException {
        Thread here = Thread.currentThread();
        List<Thread> restricted = new CopyOnWriteArrayList<>();
        LaunchPlan plan = shell("echo ran").restrictedBy(() -> restricted.add(Thread.currentThread()));
        if (!host.takesRestrictions()) {
            assertRefused(ErrorCode.PROVIDER_UNUSABLE, () -> Started.on(host, plan));
            return;
        }
        Started started = Started.on(host, plan);
        started.awaitEnd();
        assertThat(started.stdoutText()).isEqualTo("ran\n");
        assertThat(restricted).hasSize(1).doesNotContain(here);
    }

    @Test
    void startsNothingIfTheThreadCannotBeRestricted() {
        if (host.takesRestrictions()) {
            LaunchPlan plan = shell("sleep 3139").restrictedBy(() -> {
                throw new IllegalStateException("not restricted");
            });
            assertThatThrownBy(() -> Started.on(host, plan)).hasMessage("not restricted");
            assertThat(Processes.withArgument("3139")).isEmpty();
        }
    }

    @Test
    void makesAProgramTheLeaderOfItsOwnSessionWithDefaultSignals() throws InterruptedException {
        Started started = Started.on(
                host,
                shell("read -r p c s pp g ses rest < /proc/$$/stat; [ $g = $$ ] && [ $ses = $$ ] && echo leader;"
                        + " exec /bin/grep -E 'SigBlk|SigIgn' /proc/self/status")); // a shell may ignore some itself
        started.awaitEnd();
        assertThat(started.stdoutText().replaceAll("[0\\s]", "")).isEqualTo("leaderSigBlk:SigIgn:");
    }

    @Test
    void signalsTheWholeGroup() throws InterruptedException {
        Started started = Started.on(host, shell("sleep 3132 & wait"));
        await().until(() -> living(started.process().ref()).size() == 2);
        started.process().signal(Signal.TERM);
        started.awaitExit();
        await().until(() -> living(started.process().ref()).isEmpty());
        assertThat(started.awaitEnd().exit()).isEqualTo(new Exit.Signaled(15));
    }

    @Test
    void findsADescendantThatLeftGroupAndSessionByItsMarker() throws InterruptedException {
        Started started = Started.on(host, shell("setsid sleep 3133 & sleep 3134; true"));
        ProcessRef ref = started.process().ref();
        await().until(() -> living(ref).size() == 3);
        started.process().signal(Signal.KILL);
        started.awaitEnd(); // of the leader; the others of its group may take a moment more
        await().until(() -> living(ref).size() == 1);
        assertThat(living(ref)).extracting(Survivor::command).containsExactly("sleep");
        endAll(ref);
    }

    @Test
    void provesAProcessAloneOnlyIfItIs() throws InterruptedException {
        Started parent = Started.on(host, shell("sleep 3135 & exit 0"));
        parent.awaitExit();
        assertThat(parent.process().isProvedAlone()).isFalse();
        ProcessRef ref = parent.process().ref();
        parent.awaitEnd();
        endAll(ref);
    }

    @Test
    void reapsWhatIsDisowned() {
        Started started = Started.on(host, shell("exit 0"));
        started.process().disown();
        // the look for leaks finds the child if it is not reaped
    }

    @Test
    void makesEachMarkerOnce() {
        Set<String> markers = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            assertThat(markers.add(host.newMarker(Lifetime.EXECUTION))).isTrue();
            assertThat(markers.add(host.newMarker(Lifetime.BOX))).isTrue();
        }
    }

    @Test
    void startsNothingOnceItIsClosed() {
        host.close();
        host.close();
        assertRefused(ErrorCode.HANDLE_CLOSED, () -> Started.on(host, plan("true")));
    }

    private List<Survivor> living(ProcessRef ref) {
        return host.processes().living(ref);
    }

    private void endAll(ProcessRef ref) {
        await().until(() -> {
            host.processes().signal(ref, Signal.KILL);
            return living(ref).isEmpty();
        });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
