package ai.tinyhumans.tinybox.host.local;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

/** Why a program does not start: the working directory, the program, its interpreter, its arguments, in plain words. */
class LaunchFailureIT extends PassthroughCase {

    private AbstractThrowableAssert<?, ?> assertFails(ErrorCode code, int shellStatus, String... argv) {
        assertThat(code.shellStatus()).hasValue(shellStatus);
        return assertRefused(code, () -> exec(argv));
    }

    private Path executable(String name, String content) throws IOException {
        Path file = Files.writeString(workspace.resolve(name), content);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test // B034
    void namesAWorkingDirectoryThatIsMissing() {
        assertRefused(
                        ErrorCode.LAUNCH_CWD_MISSING,
                        () -> box.exec(Command.of("/bin/echo").cwd("/no/such")))
                .hasMessageContaining("working directory '/no/such'");
    }

    @Test // B034
    void namesAWorkingDirectoryThatIsNone() {
        assertRefused(
                        ErrorCode.LAUNCH_CWD_NOT_DIRECTORY,
                        () -> box.exec(Command.of("/bin/echo").cwd("/etc/passwd")))
                .hasMessageContaining("working directory '/etc/passwd'");
    }

    @Test // B034
    @Requires(Facility.UNPRIVILEGED)
    void namesAWorkingDirectoryThatMayNotBeEntered() throws IOException {
        Path forbidden = Files.createDirectory(workspace.resolve("forbidden"));
        Files.setPosixFilePermissions(forbidden, Collections.emptySet());
        assertRefused(
                        ErrorCode.LAUNCH_CWD_FORBIDDEN,
                        () -> box.exec(Command.of("/bin/echo").cwd("forbidden")))
                .hasMessageContaining("working directory '" + forbidden + "'");
    }

    @Test // B034
    @Requires(Facility.UNPRIVILEGED)
    void entersAWorkingDirectoryThatMayOnlyBeEntered() throws Exception {
        Path closed = Files.createDirectory(workspace.resolve("closed"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("--x------"));
        assertThat(box.exec(Command.of("pwd").cwd("closed")).stdoutText()).isEqualTo(closed.toRealPath() + "\n");
    }

    @Test // B034
    void namesAWorkspaceThatIsDeletedAfterTheBoxWasMade() throws IOException {
        Files.delete(workspace);
        assertRefused(ErrorCode.LAUNCH_CWD_MISSING, () -> exec("/bin/echo"))
                .hasMessageContaining("working directory '" + workspace + "'");
        Files.createDirectory(workspace);
    }

    @Test // B034
    void namesAWorkingDirectoryWhoseLinkLeadsNowhere() throws IOException {
        Files.createSymbolicLink(workspace.resolve("link"), Path.of("nowhere"));
        assertRefused(
                ErrorCode.LAUNCH_CWD_MISSING,
                () -> box.exec(Command.of("/bin/echo").cwd("link")));
    }

    @Test // B034
    void doesNotBlameAGoodWorkingDirectory() {
        assertFails(ErrorCode.LAUNCH_NOT_FOUND, 127, "/no/such").hasMessageContaining("program '/no/such'");
    }

    @Test // B034
    void blamesTheWorkingDirectoryIfBothAreMissing() {
        assertRefused(
                ErrorCode.LAUNCH_CWD_MISSING,
                () -> box.exec(Command.of("/no/such").cwd("/no/such")));
    }

    @Test // B035
    void tellsAProgramThatIsNotThere() {
        assertFails(ErrorCode.LAUNCH_NOT_FOUND, 127, "/no/such").hasMessageContaining("/no/such");
        assertFails(ErrorCode.LAUNCH_NOT_FOUND, 127, "/etc/passwd/x").hasMessageContaining("/etc/passwd/x");
    }

    @Test // B035
    void tellsAFileThatMayNotBeExecuted() {
        assertFails(ErrorCode.LAUNCH_NOT_EXECUTABLE, 126, "/etc/passwd").hasMessageContaining("/etc/passwd");
    }

    @Test // B035
    void tellsADirectory() {
        assertFails(ErrorCode.LAUNCH_IS_DIRECTORY, 126, "/etc").hasMessageContaining("'/etc'");
    }

    @Test // B035
    void tellsAMissingInterpreterByName() throws IOException {
        executable("script", "#!/no/interpreter -x\n");
        assertFails(ErrorCode.LAUNCH_BAD_INTERPRETER, 127, "./script")
                .hasMessageContaining("./script")
                .hasMessageContaining("/no/interpreter -x");
    }

    @Test
    void tellsAScriptWithoutAnInterpreter() throws IOException {
        executable("script", "echo hello\n");
        assertFails(ErrorCode.LAUNCH_NOT_EXECUTABLE, 126, "./script").hasMessageContaining("executable format");
    }

    @Test
    void tellsALinkThatLeadsInACircle() throws IOException {
        Files.createSymbolicLink(workspace.resolve("link"), Path.of("link"));
        assertFails(ErrorCode.LAUNCH_NOT_FOUND, 127, "./link");
    }

    @Test
    void tellsAFileThatIsOpenForWriting() throws IOException {
        Path program = executableCopy();
        try (OutputStream open = Files.newOutputStream(program, java.nio.file.StandardOpenOption.APPEND)) {
            assertThat(open).isNotNull();
            assertFails(ErrorCode.LAUNCH_TEXT_BUSY, 126, "./busy").hasMessageContaining("open for writing");
        }
        assertThat(ErrorCode.LAUNCH_TEXT_BUSY.actor()).isEqualTo(ai.tinyhumans.tinybox.error.Actor.RETRY);
    }

    @Test
    void waitsAMomentForAFileThatIsOpenForWriting() throws Exception {
        Path program = executableCopy();
        OutputStream open = Files.newOutputStream(program, java.nio.file.StandardOpenOption.APPEND);
        CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> {
            try (open) {
                pause(Duration.ofMillis(40));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(exec("./busy").exit()).isEqualTo(new Exit.Exited(0));
        closing.get();
    }

    private Path executableCopy() throws IOException {
        Path program = Files.copy(Path.of("/bin/true").toRealPath(), workspace.resolve("busy"));
        return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void leavesNothingOfTheInputItWasToRead() {
        assertRefused(
                ErrorCode.LAUNCH_NOT_FOUND,
                () -> box.exec(Command.of("/no/such").stdin(Stdin.bytes(new byte[1 << 20]))));
        // a pipe that stayed open is found by the look for leaks
    }

    @Test
    void isTheOutcomeOfTheExecution() {
        try (Execution execution = box.prepare(Command.of("/no/such"))) {
            assertRefused(ErrorCode.LAUNCH_NOT_FOUND, execution::start);
            assertRefused(ErrorCode.LAUNCH_NOT_FOUND, execution::await);
            assertRefused(ErrorCode.LAUNCH_NOT_FOUND, () -> execution.read(0));
            assertThat(execution.isOver()).isTrue();
        }
    }

    @Test // B030
    void leaksNoDescriptors() {
        exhaustLoading();
        long before = openDescriptors();
        for (int i = 0; i < 300; i++) {
            assertRefused(ErrorCode.LAUNCH_NOT_FOUND, () -> exec("/no/such"));
            assertRefused(
                    ErrorCode.LAUNCH_CWD_MISSING,
                    () -> box.exec(Command.of("true").cwd("/no/such")));
            try (Execution prepared = box.prepare(Command.of("true"))) {
                prepared.cancel();
                prepared.start();
            }
        }
        assertThat(openDescriptors()).isBetween(before - 2, before + 2);
    }

    /** Goes each way once, so that what is only loaded does not count. */
    private void exhaustLoading() {
        assertRefused(ErrorCode.LAUNCH_NOT_FOUND, () -> exec("/no/such"));
        try {
            exec("true");
        } catch (InterruptedException | TinyboxException e) {
            throw new AssertionError(e);
        }
    }

    private static long openDescriptors() {
        String[] names = Path.of("/proc/self/fd").toFile().list();
        assertThat(names).isNotNull();
        return names.length;
    }
}
