package ai.tinyhumans.tinybox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tinybox sync} as people call it; what it does over ssh the tests of the ssh host show. */
class SyncCommandIT extends JarCase {

    @TempDir
    Path here;

    @TempDir
    Path there;

    @Test
    @Shows({"sync", "sync --to"})
    void bringsADirectoryToAnother() throws IOException, InterruptedException {
        Files.writeString(here.resolve("a"), "1");
        Path to = there.resolve("w");
        assertThat(jar.ok(
                        "sync", here.toString(), "--host", "local", "--to", to.toString(), "--store", there.toString()))
                .isEqualTo(to + ": 1 files, 1 sent (1 B), 0 removed\n");
        assertThat(to.resolve("a")).hasContent("1");
        assertThat(jar.ok("sync", here.toString(), "--host", "local", "--to", to.toString(), "--json"))
                .contains("\"sent\":0");
    }

    /** Python's pty.spawn copies what is written to the terminal it makes. */
    @Test
    @Requires(Facility.PYTHON)
    void drawsHowFarItIsOnATerminalAlone() throws IOException, InterruptedException {
        Files.writeString(here.resolve("a"), "x".repeat(3_000_000));
        String to = there.resolve("w").toString();
        String[] sync = {"sync", here.toString(), "--host", "local", "--to", to};
        String terminal = Jar.in(scratch)
                .launchedBy("python3", "-c", "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)")
                .ok(sync);
        assertThat(terminal)
                .containsPattern("\r\033\\[Ksending \\S+.*, 1 files")
                .contains("\r\033[K" + to + ": 1 files");
        Files.writeString(here.resolve("a"), "y".repeat(3_000_000));
        assertThat(jar.run(sync).err()).isEmpty();
    }

    @Test
    void saysWhyAMachineCannotBeReached() throws IOException, InterruptedException {
        jar.run(
                        "sync",
                        here.toString(),
                        "--host",
                        "ssh://nobody@127.0.0.1",
                        "--ssh-port",
                        "1",
                        "--ssh-identity",
                        here.resolve("key").toString(),
                        "--ssh-known-hosts",
                        here.resolve("known").toString(),
                        "--accept-new-host-key",
                        "--json")
                .assertFailed(70, "it cannot be reached");
        jar.run("sync", here.toString(), "--host", "ssh://-oProxyCommand=x").assertFailed(2, "safely");
        jar.run("sync", here.toString()).assertFailed(2, "--host is missing");
    }
}
