package ai.tinyhumans.tinybox.linux.landlock;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.linux.BoxCase;
import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spec.JailSpec;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.Resources;
import ai.tinyhumans.tinybox.spi.JailStatus;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Single commands jailed in a box that confines nothing itself. */
@Requires(Facility.LANDLOCK)
class LandlockJailIT extends BoxCase {

    @Override
    protected Placement placement() {
        return Placement.of("local", "passthrough");
    }

    private static JailSpec granting(Grants grants) {
        return JailSpec.builder().grants(grants).build();
    }

    private ExecResult jailed(JailSpec jail, String script, String... arguments) throws InterruptedException {
        try (Box box = create()) {
            return box.exec(sh(script, arguments).jailed(jail));
        }
    }

    @Test
    void tellsWhatItCanDo() {
        JailStatus status = tinybox.jailStatus(new HostRef("local"));
        assertThat(status.backend()).isEqualTo("landlock");
        assertThat(status.isAvailable()).isTrue();
        assertThat(status.isolation()).isEqualTo(IsolationLevel.PROCESS);
        assertThat(status.enforcement(Constraint.FILESYSTEM)).isEqualTo(Enforcement.ENFORCED);
        assertThat(status.isSuitableForUntrustedCode()).isFalse();
    }

    @Test
    void confinesTheCommandThatAsksForItAndNoOther() throws Exception { // B092
        Path secret = secret("secret");
        try (Box box = create()) {
            Command read = sh("cat \"$1\"; echo x > inside", secret.toString());
            assertThat(box.exec(read.jailed(JailSpec.STRICTEST)).stdout()).isEmpty();
            assertThat(workspace.resolve("inside")).hasContent("x");
            assertThat(box.exec(read).stdoutText()).isEqualTo("the secret\n");
            Files.writeString(outside.resolve("mine"), "this thread is free");
        }
    }

    @Test
    void readsAndWritesWhatIsGranted() throws Exception { // B088
        Path readable = secret("readable");
        Path writable = Files.createDirectory(outside.resolve("writable"));
        JailSpec jail = granting(Grants.NONE.readOnly(readable.toString()).writable(writable.toString()));
        ExecResult result = jailed(
                jail,
                "cat \"$1\"; (: > \"$1\"); truncate -s 0 \"$1\"; echo x > \"$2/f\"; cat \"$2/f\"",
                readable.toString(),
                writable.toString());
        assertThat(result.stdoutText()).isEqualTo("the secret\nx\n");
        assertThat(readable).hasContent("the secret\n");
    }

    @Test
    void refusesAGrantThatDoesNotExist() {
        assertRefused(ErrorCode.FILE_NOT_FOUND, () -> jailed(granting(Grants.NONE.readOnly("/no/such")), "true"))
                .hasMessageContaining("/no/such");
    }

    @Test
    void refusesAWorkingDirectoryOutsideTheWorkspace() throws Exception {
        Files.createSymbolicLink(workspace.resolve("away"), outside);
        try (Box box = create()) {
            for (String directory : new String[] {outside.toString(), "away", "/", ".."}) {
                assertRefused(
                        ErrorCode.ARGUMENT_INVALID,
                        () -> box.exec(sh("true").cwd(directory).jailed(JailSpec.STRICTEST)));
            }
            Files.createDirectory(workspace.resolve("below"));
            assertThat(box.exec(Command.of("pwd").cwd("below").jailed(JailSpec.STRICTEST))
                            .stdoutText())
                    .isEqualTo(workspace.resolve("below") + "\n");
        }
    }

    @Test
    void enforcesNoLimitAndSaysSo() {
        JailSpec jail = JailSpec.builder().resources(Resources.DEFAULT).build();
        assertRefused(ErrorCode.CONSTRAINT_NOT_ENFORCED, () -> jailed(jail, "true"))
                .hasMessageContaining("memory");
    }

    @ParameterizedTest
    @ValueSource(strings = {".git", ".bashrc", "hooks"})
    void refusesToDenyWhatLiesInTheWorkspaceWhateverItIsALinkTo(String name) throws Exception { // B083
        Files.createSymbolicLink(workspace.resolve(".git"), Files.createDirectory(outside.resolve("git")));
        Files.createSymbolicLink(workspace.resolve(".bashrc"), secret("bashrc"));
        Files.createSymbolicLink(workspace.resolve("hooks"), Files.createDirectory(workspace.resolve("real")));
        String denied = workspace.resolve(name).toString();
        assertRefused(
                        ErrorCode.CONSTRAINT_NOT_ENFORCED,
                        () -> jailed(granting(Grants.NONE.denyRead(denied)), "touch ran"))
                .hasMessageContaining(denied);
        assertThat(workspace.resolve("ran")).doesNotExist();
    }

    @Test
    void refusesToDenyWhatAnAliasLeadsToAGrant() throws Exception {
        Path granted = Files.createDirectory(outside.resolve("granted"));
        Path alias = Files.createSymbolicLink(outside.resolve("alias"), granted);
        Path inside = Files.createDirectory(granted.resolve("inside"));
        Path absent = alias.resolve("inside/not-there-yet");
        for (Path denied : new Path[] {alias, absent, granted, outside}) {
            JailSpec jail = granting(Grants.NONE.readOnly(inside.toString()).denyRead(denied.toString()));
            assertRefused(ErrorCode.CONSTRAINT_NOT_ENFORCED, () -> jailed(jail, "true"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/usr/lib", "/etc", "/dev/null", "/bin/sh", "/lib"})
    void refusesToDenyWhatEveryJailMayRead(String denied) {
        assertRefused(ErrorCode.CONSTRAINT_NOT_ENFORCED, () -> jailed(granting(Grants.NONE.denyRead(denied)), "true"));
    }

    @Test
    void looksAgainWhereADeniedPathLeadsWhenTheCommandStarts() throws Exception {
        Path granted = Files.createDirectory(outside.resolve("granted"));
        Path moving = Files.createSymbolicLink(outside.resolve("moving"), Files.createDirectory(outside.resolve("a")));
        JailSpec jail = granting(Grants.NONE.readOnly(granted.toString()).denyRead(moving.toString()));
        try (Box box = create();
                var execution = box.prepare(sh("touch ran").jailed(jail))) {
            Files.delete(moving);
            Files.createSymbolicLink(moving, granted);
            assertRefused(ErrorCode.CONSTRAINT_NOT_ENFORCED, execution::start);
        }
        assertThat(workspace.resolve("ran")).doesNotExist();
    }

    @Test
    void keepsADeniedFileFromBeingMovedOrLinkedIn() throws Exception {
        Path denied = secret("denied");
        JailSpec jail = granting(Grants.NONE.denyRead(denied.toString()));
        ExecResult result = jailed(
                jail,
                "ln \"$1\" hard; mv \"$1\" moved; ln -s \"$1\" soft; cat hard moved soft; cp \"$1\" copy; cat copy",
                denied.toString());
        assertThat(result.stdout()).isEmpty();
        assertThat(denied).hasContent("the secret\n");
    }

    @Test
    void jailsASpawnedProcessAsWell() throws Exception {
        Path secret = secret("secret");
        String nap = nap();
        try (Box box = create()) {
            var process = box.spawn(Command.of("sh", "-c", "cat \"$1\" > copy; sleep " + nap, "sh", secret.toString())
                    .jailed(JailSpec.STRICTEST));
            awaitRunning(nap);
            assertThat(workspace.resolve("copy")).isEmptyFile();
            box.stop(process);
        }
        assertGone(nap);
    }

    @Test
    void startsNothingElseOnceACommandWasRefused() throws Exception {
        try (Box box = create()) {
            assertRefused(
                    ErrorCode.FILE_NOT_FOUND,
                    () -> box.exec(sh("true").jailed(granting(Grants.NONE.writable("/no/such")))));
            assertThat(box.exec(sh("true").jailed(JailSpec.STRICTEST)).exit()).isEqualTo(new Exit.Exited(0));
        }
    }
}
