package ai.tinyhumans.tinybox.docker;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import ai.tinyhumans.tinybox.spec.PortMapping;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.store.BoxState;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DockerCreateIT extends DockerCase {

    @Test
    void overridesTheEntryPointAndRunsAsTheUserOfTheImage() throws InterruptedException { // B047
        try (Box box = tinybox.create(image("tinybox-entrypoint").build())) {
            assertThat(box.info().state()).isEqualTo(BoxState.READY);
            assertThat(run(box, "echo hi; id -u").stdoutText()).isEqualTo("hi\n1000\n");
        }
    }

    @Test
    void refusesAnImageWithoutAShell() { // B048
        assertRefused(
                        ErrorCode.SOURCE_UNSUPPORTED,
                        () -> tinybox.create(image("tinybox-bare").build()))
                .hasMessageContaining("no shell");
        assertThat(tinybox.list()).isEmpty();
    }

    @Test
    void saysThatAnImageIsNotThere() {
        BoxSpec spec = image("tinybox.invalid/no-such:1").build();
        assertRefused(ErrorCode.SOURCE_UNAVAILABLE, () -> tinybox.create(spec));
        assertThat(tinybox.list()).isEmpty();
    }

    @Test
    void refusesAWorkspaceThatGivesTheHostAway() throws IOException {
        Path alias = Files.createSymbolicLink(workspace.resolve("alias"), Path.of("/"));
        try {
            for (Path path : List.of(Path.of("/"), Path.of("/var/run"), alias)) {
                BoxSpec spec = lenient(WorkspaceSource.localDir(path)).build();
                assertRefused(ErrorCode.ARGUMENT_INVALID, () -> tinybox.create(spec))
                        .hasMessageContaining("no isolation");
            }
        } finally {
            Files.delete(alias);
        }
    }

    @Test
    void saysThatAPortIsTakenAndLeavesNothing() throws InterruptedException, IOException { // B065
        BoxSpec.Builder spec = directory().network(NetworkPolicy.egress());
        int port;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
            spec.port(PortMapping.fixed(80, port));
            assertRefused(ErrorCode.PORT_IN_USE, () -> tinybox.create(spec.build()));
        }
        try (Box box = tinybox.create(spec.build())) {
            assertThat(box.ports()).containsExactly(PortMapping.fixed(80, port));
        }
    }

    @Test
    void leavesAContainerOfSomebodyElseWithItsNameAlone() throws InterruptedException { // B054
        String foreign = docker("create", "--name", NAMES + "box-0", "--entrypoint", "sh", "alpine:3");
        try {
            assertRefused(
                    ErrorCode.BOX_DUPLICATE, () -> tinybox.create(directory().build()));
            assertThat(docker("inspect", "--format", "{{.Id}}", NAMES + "box-0"))
                    .isEqualTo(foreign);
            assertThat(tinybox.list()).isEmpty();
        } finally {
            docker("rm", "--force", foreign);
        }
    }

    @Test
    void givesFilesOfTheWorkspaceToItsOwner() throws InterruptedException, IOException { // B063
        Files.setPosixFilePermissions(workspace, PosixFilePermissions.fromString("rwx------"));
        try (Box box = tinybox.create(directory().build())) {
            run(box, "mkdir d; echo x > d/f").orThrow();
        }
        Path file = workspace.resolve("d/f");
        assertThat(Files.getOwner(file)).isEqualTo(Files.getOwner(workspace));
        assertThat(Files.readString(file)).isEqualTo("x\n");
    }

    @Test
    void mountsAPathWithEveryCharacterThatMeansSomething() throws InterruptedException, IOException {
        Path odd = Files.createDirectory(workspace.resolve("a b,c:d\"e'f=g,readonly\nh"));
        try (Box box = tinybox.create(lenient(WorkspaceSource.localDir(odd)).build())) {
            run(box, "echo there > f").orThrow();
        }
        assertThat(Files.readString(odd.resolve("f"))).isEqualTo("there\n");
    }

    @Test
    void grantsAndProtectsFiles() throws InterruptedException, IOException {
        Path granted = Files.createDirectory(workspace.resolve("granted"));
        Path inside = Files.createDirectory(workspace.resolve("inside"));
        Files.writeString(granted.resolve("f"), "seen\n");
        Files.createDirectory(inside.resolve("kept"));
        BoxSpec spec = lenient(WorkspaceSource.localDir(inside))
                .grants(Grants.NONE.readOnly(granted.toString()).protect("kept"))
                .build();
        try (Box box = tinybox.create(spec)) {
            assertThat(run(box, "cat '" + granted + "/f'").stdoutText()).isEqualTo("seen\n");
            assertThat(run(box, "echo x > '" + granted + "/g'").exit().isSuccess())
                    .isFalse();
            assertThat(run(box, "echo x > kept/g").exit().isSuccess()).isFalse();
            assertThat(run(box, "echo x > other").exit().isSuccess()).isTrue();
        }
        BoxSpec denying = lenient(WorkspaceSource.localDir(inside))
                .grants(Grants.NONE.denyRead(inside.resolve("kept").toString()))
                .build();
        assertRefused(ErrorCode.CONSTRAINT_NOT_ENFORCED, () -> tinybox.create(denying));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo x > .git/hooks/new; echo x > .git/hooks/sub/new",
                "mv .git old; mkdir -p .git/hooks; echo x > .git/hooks/new",
                "rm -rf .git; mkdir -p .git/hooks; echo x > .git/hooks/new",
                "mkdir other; mv other .git/hooks; ln -s other .git/hooks",
            })
    void keepsWhatIsProtectedWithTheDirectoriesAboveIt(String script) throws InterruptedException, IOException {
        Path hooks = Files.createDirectories(workspace.resolve(".git/hooks"));
        Files.createDirectory(hooks.resolve("sub"));
        BoxSpec spec = lenient(WorkspaceSource.localDir(workspace))
                .grants(Grants.NONE.protect(".git/hooks/sub", ".git/hooks"))
                .build();
        try (Box box = tinybox.create(spec)) {
            run(box, script);
            assertThat(run(box, "echo fine > .git/config").exit().isSuccess()).isTrue();
        }
        assertThat(workspace.resolve(".git/config")).hasContent("fine\n");
        try (Stream<Path> all = Files.walk(hooks)) {
            assertThat(all).containsExactlyInAnyOrder(hooks, hooks.resolve("sub"));
        }
    }

    @Test
    void refusesToProtectALinkOrWhatIsBehindOne() throws IOException {
        Files.createDirectories(workspace.resolve("real/hooks"));
        Files.createSymbolicLink(workspace.resolve(".git"), Path.of("real"));
        for (String path : new String[] {".git", ".git/hooks"}) {
            BoxSpec spec = lenient(WorkspaceSource.localDir(workspace))
                    .grants(Grants.NONE.protect(path))
                    .build();
            assertRefused(ErrorCode.CONSTRAINT_NOT_ENFORCED, () -> tinybox.create(spec))
                    .hasMessageContaining(workspace + "/" + path);
        }
    }
}
