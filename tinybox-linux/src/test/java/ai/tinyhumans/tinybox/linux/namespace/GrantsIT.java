package ai.tinyhumans.tinybox.linux.namespace;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.linux.BoxCase;
import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a box may reach besides its workspace, and what of both it may not. */
@Requires(Facility.BUBBLEWRAP)
class GrantsIT extends BoxCase {

    @Override
    protected Placement placement() {
        return Placement.of("local", "namespace");
    }

    private Path file(Path directory, String name, String content) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    @Test
    void readsWhatIsGrantedAndChangesItOnlyIfGranted() throws Exception {
        Path read = file(outside, "read/file", "r");
        Path write = file(outside, "write/file", "w");
        Grants grants = Grants.NONE.readOnly(outside + "/read").writable(outside + "/write");
        try (Box box = box(grants)) {
            assertThat(box.exec(sh("cat $1 $2; echo x > $1; echo x > $2", read.toString(), write.toString()))
                            .stdoutText())
                    .isEqualTo("rw");
        }
        assertThat(read).hasContent("r");
        assertThat(write).hasContent("x");
    }

    @Test
    void saysWhichGrantDoesNotExist() throws Exception {
        try (Box box = box(Grants.NONE.readOnly(outside + "/absent"))) {
            assertRefused(ErrorCode.LAUNCH_FAILED, () -> box.exec(sh("true")))
                    .hasMessageContaining(outside + "/absent");
        }
        assertThat(outside).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cat d/keys/key; cat d/token; ls d/keys",
                "mv d e; cat e/keys/key e/token",
                "mv d/keys k; cat k/key",
                "ln d/token t; cat t",
                "cp -r d e; cat e/keys/key e/token",
                "rm -rf d; cat d/token",
                "chmod -R 777 d; cat d/keys/key d/token",
                "cat /proc/self/cwd/d/token /proc/self/root/workspace/d/keys/key",
                "umount d/keys; umount d/token; cat d/keys/key d/token",
            })
    void readsNothingThatIsDenied(String script) throws Exception {
        Path key = file(workspace, "d/keys/key", "the secret");
        Path token = file(workspace, "d/token", "the secret");
        Grants grants = Grants.NONE.denyRead(workspace + "/d/keys", token.toString());
        try (Box box = box(grants)) {
            assertThat(box.exec(sh(script)).stdoutText()).doesNotContain("the secret");
            assertThat(box.exec(sh("cat d/keys/key d/token e/keys/key e/token k/key t"))
                            .stdoutText())
                    .doesNotContain("the secret"); // nor does the next command
        }
        assertThat(key).hasContent("the secret");
        assertThat(token).hasContent("the secret");
    }

    @Test
    void readsNothingThatIsDeniedWithinAGrant() throws Exception {
        file(outside, "a/keys/key", "the secret");
        file(outside, "a/other", "fine");
        Grants grants = Grants.NONE.readOnly(outside + "/a").denyRead(outside + "/a/keys");
        try (Box box = box(grants)) {
            assertThat(box.exec(sh("cat $1/a/other $1/a/keys/key", outside.toString()))
                            .stdoutText())
                    .isEqualTo("fine");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo x > .git/hooks/pre-commit; echo x > .bashrc",
                "mv .git old; mkdir -p .git/hooks; echo x > .git/hooks/pre-commit",
                "rm -rf .git .bashrc; mkdir -p .git/hooks; echo x > .git/hooks/pre-commit; echo x > .bashrc",
                "mv .bashrc old; echo x > .bashrc",
                "ln .bashrc link; echo x > link",
                "echo x > new; mv new .bashrc; mv new .git/hooks/pre-commit",
                "ln -sf /tmp .git/hooks; ln -sf /dev/null .bashrc",
                "chmod 777 .bashrc .git/hooks; echo x >> .bashrc",
            })
    void changesNothingThatIsProtected(String script) throws Exception {
        Path hooks = Files.createDirectories(workspace.resolve(".git/hooks"));
        Path rc = file(workspace, ".bashrc", "mine");
        try (Box box = box(Grants.NONE.protect(".git/hooks", ".bashrc"))) {
            box.exec(sh(script));
            box.exec(sh(script)); // what the first changed helps the second nothing
            assertThat(box.exec(sh("cat .bashrc; echo y > .git/config; cat .git/config"))
                            .stdoutText())
                    .isEqualTo("miney\n");
        }
        assertThat(rc).isRegularFile().hasContent("mine");
        assertThat(hooks).isDirectory().isEmptyDirectory();
        assertThat(Files.isSymbolicLink(rc) || Files.isSymbolicLink(hooks)).isFalse();
    }

    @Test
    void changesNothingInWhatIsProtectedForBeingAboveSomethingElse() throws Exception {
        file(workspace, ".git/hooks/x/y", "");
        file(workspace, ".git/a/b/secret", "s");
        Grants grants = Grants.NONE.protect(".git", ".git/hooks/x").denyRead(workspace + "/.git/a/b/secret");
        try (Box box = box(grants)) {
            box.exec(sh("for d in . .git .git/hooks .git/hooks/x .git/a .git/a/b; do echo x > $d/new; done"));
        }
        try (Stream<Path> all = Files.walk(workspace)) {
            assertThat(all.filter(path -> path.endsWith("new"))).containsExactly(workspace.resolve("new"));
        }
    }

    @Test
    void refusesToProtectWhatIsAbsentAndMakesNothing() {
        assertRefused(ErrorCode.FILE_NOT_FOUND, () -> box(Grants.NONE.protect(".git/hooks")))
                .hasMessageContaining("'.git/hooks'");
        assertThat(workspace).isEmptyDirectory();
        assertThat(tinybox.list()).isEmpty();
    }

    @Test
    void takesWhatIsDeniedAndAbsentForNothing() throws Exception {
        try (Box box = box(Grants.NONE.denyRead(workspace + "/absent", outside + "/absent"))) {
            assertThat(box.exec(sh("ls -A")).stdoutText()).isEmpty();
        }
        assertThat(workspace).isEmptyDirectory();
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    void takesThousandsOfGrants() throws Exception { // B037
        String[] files = new String[2500];
        for (int i = 0; i < files.length; i++) {
            files[i] = file(outside, "f" + i, "").toString();
        }
        try (Box box = box(Grants.NONE.readOnly(files))) {
            ExecResult result = box.exec(sh("ls $1 | wc -l", outside.toString()));
            assertThat(result.stdoutText()).isEqualTo("2500\n");
        }
    }
}
