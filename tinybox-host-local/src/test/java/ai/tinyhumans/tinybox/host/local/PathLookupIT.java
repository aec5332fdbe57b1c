package ai.tinyhumans.tinybox.host.local;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which program a name means: the command's own PATH says, and the command's own directory. */
class PathLookupIT extends PassthroughCase {

    private Path first;
    private Path second;

    @BeforeEach
    void makeTwoToolsOfOneName() throws Exception {
        first = tool("d1", "one");
        second = tool("d2", "two");
        box = tinybox.create(BoxSpec.unconfined(workspace).toBuilder()
                .env("PATH", first.toString())
                .build());
    }

    private Path tool(String directory, String says) throws IOException {
        Path made = Files.createDirectory(workspace.resolve(directory));
        Path tool = Files.writeString(made.resolve("tool"), "#!/bin/sh\necho " + says + "\n");
        Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
        return made;
    }

    private String said(Command command) throws InterruptedException {
        return box.exec(command).orThrow().stdoutText().strip();
    }

    private static Command tool(String path) {
        return Command.of("tool").env("PATH", path);
    }

    @Test // B041
    void isByThePathOfTheCommandAndNotThatOfItsSurroundings() throws InterruptedException {
        assertThat(said(Command.of("tool"))).isEqualTo("one");
        assertThat(said(tool(second.toString()))).isEqualTo("two");
        assertRefused(
                ErrorCode.LAUNCH_NOT_FOUND, () -> box.exec(Command.of("ls").env("PATH", second.toString())));
    }

    @Test // B041
    void isByTheDirectoryOfTheCommandIfTheNameHasASlash() throws InterruptedException {
        assertThat(said(Command.of("./tool").cwd("d2"))).isEqualTo("two");
        assertThat(said(Command.of("../d1/tool").cwd("d2"))).isEqualTo("one");
        assertRefused(ErrorCode.LAUNCH_NOT_FOUND, () -> exec("./tool"));
    }

    @Test // B041
    void findsNothingInAnEmptyPath() {
        assertRefused(ErrorCode.LAUNCH_NOT_FOUND, () -> box.exec(tool("").cwd("d2")))
                .hasMessageContaining("tool")
                .hasMessageContaining("PATH ''");
    }

    @Test // B041
    void takesAnEmptyElementForNothing() throws InterruptedException {
        assertRefused(
                ErrorCode.LAUNCH_NOT_FOUND, () -> box.exec(tool(":/no/such:").cwd("d2")));
        assertThat(said(tool("::" + first).cwd("d2"))).isEqualTo("one");
    }

    @Test
    void takesARelativeElementFromTheDirectoryOfTheCommand() throws InterruptedException {
        assertThat(said(tool("d2"))).isEqualTo("two");
        assertThat(said(tool(".").cwd("d1"))).isEqualTo("one");
    }

    @Test
    void goesOnPastWhatMayNotBeExecuted() throws Exception {
        Files.setPosixFilePermissions(first.resolve("tool"), PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(said(tool(first + ":" + second))).isEqualTo("two");
        assertRefused(ErrorCode.LAUNCH_NOT_EXECUTABLE, () -> box.exec(tool(first + ":/no/such")))
                .hasMessageContaining(first + "/tool");
    }

    @Test
    void goesOnPastADirectory() throws Exception {
        Files.delete(first.resolve("tool"));
        Files.createDirectory(first.resolve("tool"));
        assertThat(said(tool(first + ":" + second))).isEqualTo("two");
        assertRefused(ErrorCode.LAUNCH_IS_DIRECTORY, () -> box.exec(tool(first.toString())));
    }

    @Test
    void goesOnPastElementsThatAreNoDirectories() throws InterruptedException {
        assertThat(said(tool("/etc/passwd:/no/such:" + second))).isEqualTo("two");
    }

    @Test
    void stopsAtAScriptWhoseInterpreterIsMissing() throws IOException {
        Files.writeString(first.resolve("tool"), "#!/no/interpreter\n");
        assertRefused(ErrorCode.LAUNCH_BAD_INTERPRETER, () -> box.exec(tool(first + ":" + second)));
    }
}
