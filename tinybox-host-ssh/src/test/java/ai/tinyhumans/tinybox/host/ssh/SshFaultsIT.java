package ai.tinyhumans.tinybox.host.ssh;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.host.local.LocalHostProvider;
import ai.tinyhumans.tinybox.host.ssh.sync.SyncLimits;
import ai.tinyhumans.tinybox.host.ssh.sync.SyncProgress;
import ai.tinyhumans.tinybox.host.ssh.sync.WorkspaceSync;
import ai.tinyhumans.tinybox.host.ssh.testkit.SshdOfClass;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Processes;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong between two machines. */
@Requires({Facility.LAUNCH, Facility.SSHD})
@ExtendWith(LeakCheck.class)
class SshFaultsIT {

    @RegisterExtension
    static final SshdOfClass SSHD = SshdOfClass.with("MaxSessions 2");

    @TempDir
    Path workspace;

    private static Tinybox to(SshTarget target) {
        return Tinybox.builder()
                .host(new SshHostProvider(new HostRef("ssh"), target, new LocalHostProvider()))
                .build();
    }

    private Box box(Tinybox tinybox) throws InterruptedException {
        return tinybox.create(BoxSpec.builder(Placement.of("ssh", "passthrough"), WorkspaceSource.localDir(workspace))
                .accept(Constraint.values())
                .build());
    }

    /** A box is not even made there: its directory is looked for. */
    private void assertMachineRefused(ErrorCode code, SshTarget target) {
        try (Tinybox tinybox = to(target)) {
            assertRefused(code, () -> box(tinybox));
        }
    }

    private static void run(String... argv) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder(argv).inheritIO().start().waitFor()).isZero();
    }

    @Test
    void saysWhyAMachineCannotBeUsed() throws IOException, InterruptedException { // B069
        SshTarget good = SSHD.target();
        assertMachineRefused(ErrorCode.HOST_NAME_UNKNOWN, SshTarget.parse("no-such-host.invalid"));
        assertMachineRefused(ErrorCode.HOST_UNREACHABLE, good.withPort(1));
        Path keys = Files.createDirectory(workspace.resolve("keys"));
        Path none = Files.createFile(keys.resolve("none"));
        assertMachineRefused(ErrorCode.HOST_KEY_UNKNOWN, good.withKnownHosts(none));
        Path other = keys.resolve("other");
        run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", other.toString());
        assertMachineRefused(ErrorCode.HOST_AUTH_REFUSED, good.withIdentity(other));
        Path locked = keys.resolve("locked");
        Files.copy(SSHD.server().directory().resolve("user"), locked);
        run("ssh-keygen", "-q", "-p", "-P", "", "-N", "a secret", "-f", locked.toString());
        assertMachineRefused(ErrorCode.HOST_AUTH_REFUSED, good.withIdentity(locked)); // B075
        Path wrong = keys.resolve("wrong");
        Files.writeString(
                wrong, "[127.0.0.1]:" + SSHD.server().port() + " " + Files.readString(keys.resolve("other.pub")));
        assertMachineRefused(ErrorCode.HOST_KEY_CHANGED, good.withKnownHosts(wrong));
        assertMachineRefused(
                ErrorCode.HOST_KEY_CHANGED, good.withKnownHosts(wrong).acceptingNewHostKey());
    }

    @Test
    void acceptsANewKeyOnlyIfAsked() throws IOException, InterruptedException {
        Path none = Files.createFile(workspace.resolve("none"));
        try (Tinybox tinybox = to(SSHD.target().withKnownHosts(none).acceptingNewHostKey());
                Box box = box(tinybox)) {
            assertThat(box.exec(Command.of("true")).exit().isSuccess()).isTrue();
            assertThat(none).isNotEmptyFile();
        }
    }

    @Test
    void tellsTheProgramsOwn255FromSshs() throws InterruptedException { // B069
        try (Tinybox tinybox = to(SSHD.target());
                Box box = box(tinybox)) {
            assertThat(box.exec(Command.of("sh", "-c", "exit 255")).exit()).isEqualTo(new Exit.Exited(255));
        }
    }

    @Test
    void tellsAnInterpreterThatIsMissingFromTheProgramsOwn127() throws IOException, InterruptedException {
        Path script = Files.writeString(workspace.resolve("script"), "#!/no/such/interpreter\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        try (Tinybox tinybox = to(SSHD.target());
                Box box = box(tinybox)) {
            assertRefused(ErrorCode.LAUNCH_BAD_INTERPRETER, () -> box.exec(Command.of("./script")));
            assertRefused(ErrorCode.LAUNCH_BAD_INTERPRETER, () -> box.spawn(Command.of("./script")));
            assertThat(box.exec(Command.of("sh", "-c", "./script")).exit()).isEqualTo(new Exit.Exited(127));
            assertThat(box.exec(Command.of("sh", "-c", "exit 126")).exit()).isEqualTo(new Exit.Exited(126));
        }
    }

    @Test
    void queuesBeyondTheSessionsTheServerAllows() throws InterruptedException { // B076
        try (Tinybox tinybox = to(SSHD.target());
                Box box = box(tinybox)) {
            List<Execution> running = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                running.add(box.startCollected(Command.of("sh", "-c", "sleep 0.2; echo " + i)));
            }
            for (int i = 0; i < 20; i++) {
                assertThat(running.get(i).collect().stdoutText()).isEqualTo(i + "\n");
            }
        }
    }

    @Test
    void showsNothingButArgumentsInTheListOfProcesses() throws InterruptedException {
        try (Tinybox tinybox = to(SSHD.target());
                Box box = box(tinybox)) {
            Command command = Command.of("sh", "-c", "cat /proc/[0-9]*/cmdline | tr '\\0' ' '")
                    .env("TOKEN", "s3cr" + "3t");
            assertThat(box.exec(command).stdoutText()).contains("cmdline").doesNotContain("s3cr3t");
        }
    }

    @Test
    void runsACommandWhereItIsToldOrNowhere() throws IOException, InterruptedException { // B077
        Path directory = Files.createDirectory(workspace.resolve("my dir's $x"));
        try (Tinybox tinybox = to(SSHD.target());
                Box box = box(tinybox)) {
            Command pwd = Command.of("pwd").cwd(directory.toString());
            assertThat(box.exec(pwd).stdoutText()).isEqualTo(directory + "\n");
            Command nowhere =
                    Command.of("touch", "here").cwd(directory.resolve("none").toString());
            assertRefused(ErrorCode.LAUNCH_CWD_MISSING, () -> box.exec(nowhere)).hasMessageContaining("none");
            assertThat(directory).isEmptyDirectory();
        }
    }

    @Test
    void endsWhatRanWhenTheClientsAreKilled() throws InterruptedException { // B072
        try (Tinybox tinybox = to(SSHD.target());
                Box box = box(tinybox);
                Execution running = box.start(Command.of("sleep", "3262"))) {
            await().until(() -> !Processes.withArgument("3262").isEmpty());
            ProcessHandle.current()
                    .children()
                    .filter(child -> child.info().command().orElse("").endsWith("/ssh"))
                    .forEach(ProcessHandle::destroyForcibly);
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> Processes.withArgument("3262").isEmpty());
            assertRefused(ErrorCode.HOST_CONNECTION_LOST, running::await);
        }
    }

    @Test
    void endsWhatRanWhenTheConnectionIsGone() throws IOException, InterruptedException { // B072
        try (Tinybox tinybox = to(SSHD.target());
                Box box = box(tinybox);
                Execution running = box.start(Command.of("sleep", "3261"))) {
            await().until(() -> !Processes.withArgument("3261").isEmpty());
            SSHD.server().stop();
            try {
                await().atMost(Duration.ofSeconds(10))
                        .until(() -> Processes.withArgument("3261").isEmpty());
            } finally {
                SSHD.server().restart();
            }
            assertRefused(ErrorCode.HOST_CONNECTION_LOST, running::await);
            assertThat(box.exec(Command.of("true")).exit().isSuccess()).isTrue();
        }
    }

    /** A variable is the program's, whatever it says of others. */
    private static Command lying(String divider, Process bystander, String nap, String rest) {
        String script =
                "TINYBOX_EXECUTION=\"$TINYBOX_EXECUTION:$1/proc/$2/environ:TINYBOX_EXECUTION=$TINYBOX_EXECUTION\""
                        + " setsid sleep $3 & " + rest;
        return Command.of("sh", "-c", script, "sh", divider, Long.toString(bystander.pid()), nap);
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "\n", "\r", "\\n"})
    void endsNobodyElseWhateverAProgramLeavesBehind(String divider) throws IOException, InterruptedException {
        Process bystander = new ProcessBuilder("sleep", "3264").start();
        try (Tinybox tinybox = to(SSHD.target());
                Box box = box(tinybox)) {
            box.exec(lying(divider, bystander, "3265", "until pgrep -f 'sleep 3265$'; do :; done"));
            assertThat(Processes.withArgument("3265")).isEmpty();
            assertThat(bystander.isAlive()).isTrue();
        } finally {
            bystander.destroyForcibly().waitFor();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "\n", "\r", "\\n"})
    void endsNobodyElseWhenTheConnectionIsGone(String divider) throws IOException, InterruptedException {
        Process bystander = new ProcessBuilder("sleep", "3266").start();
        try (Tinybox tinybox = to(SSHD.target());
                Box box = box(tinybox);
                Execution running = box.start(lying(divider, bystander, "3267", "exec sleep 3268"))) {
            await().until(() -> !Processes.withArgument("3267").isEmpty()
                    && !Processes.withArgument("3268").isEmpty());
            SSHD.server().stop();
            try {
                await().atMost(Duration.ofSeconds(10))
                        .until(() -> Processes.withArgument("3267").isEmpty()
                                && Processes.withArgument("3268").isEmpty());
            } finally {
                SSHD.server().restart();
            }
            assertRefused(ErrorCode.HOST_CONNECTION_LOST, running::await);
            assertThat(bystander.isAlive()).isTrue();
        } finally {
            bystander.destroyForcibly().waitFor();
        }
    }

    @Test
    void syncsAWorkspaceThere() throws IOException, InterruptedException {
        Path here = Files.createDirectory(workspace.resolve("here"));
        Files.writeString(here.resolve("a"), "x".repeat(300_000));
        Path there = workspace.resolve("there");
        try (Tinybox tinybox = to(SSHD.target())) {
            WorkspaceSync sync = new WorkspaceSync(
                    tinybox.on(new HostRef("ssh")), new HostPath(there.toString()), SyncLimits.DEFAULT);
            assertThat(sync.run(here, SyncProgress.NONE).sent()).isEqualTo(1);
            assertThat(there.resolve("a")).hasSize(300_000);
            assertThat(sync.run(here, SyncProgress.NONE).isUnchanged()).isTrue();
        }
    }
}
