package ai.tinyhumans.tinybox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.spec.Text;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bytes are bytes, in a locale that has no letters for them. */
class LocaleIT extends JarCase {

    /** Runs its arguments with {@code @} as two bytes of UTF-8 and {@code %} as one byte that is none of it. */
    private static final String[] SUBSTITUTE = {
        "sh",
        "-c",
        "for a; do shift; set -- \"$@\" \"$(printf %s \"$a\" | sed \"s/@/$(printf '\\303\\251')/;s/%/$(printf '\\377')/\")\";"
                + " done; exec \"$@\"",
        "sh"
    };

    @BeforeEach
    void chooseALocale() {
        jar.env("LC_ALL", "C").launchedBy(SUBSTITUTE);
    }

    @Test
    void argumentsAreTheBytesThatWereGiven() throws Exception {
        Jar.Done done = run("--env", "A=%@", "--", "sh", "-c", "printf \"$0,$A\"", "@%");
        assertThat(done.out()).isEqualTo("é\uDCFF,\uDCFFé");
    }

    @Test
    void pathsAreTheBytesThatWereGiven() throws Exception {
        Path workspace = Files.createDirectory(scratch.resolve(Text.toPath("é")));
        Path store = scratch.resolve(Text.toPath("sté"));
        String[] stored = {"--store", scratch + "/st@"};
        jar.ok("create", "--sandbox", "passthrough", "--workspace", scratch + "/@", stored[0], stored[1]);
        jar.ok("exec", stored[0], stored[1], "box-0", "sh", "-c", "echo content > \"$0\"", "%");
        assertThat(Files.readString(workspace.resolve(Text.toPath("\uDCFF")))).isEqualTo("content\n");
        assertThat(store.resolve("boxes.json")).exists();
        assertThat(jar.ok("ls", stored[0], stored[1])).contains(scratch + "/é\n");
        assertThat(jar.json("ls", "--json", stored[0], stored[1])
                        .get("boxes")
                        .get(0)
                        .get("source")
                        .get("value")
                        .textValue())
                .isEqualTo(scratch + "/é");
        jar.ok("rm", stored[0], stored[1], "box-0");
        assertThat(Text.toPath(scratch + "/sté").resolve("workspaces")).doesNotExist();
    }

    @Test
    void aRelativePathIsInTheDirectoryItIsStartedIn() throws Exception {
        Path start = Files.createDirectories(scratch.resolve(Text.toPath("sté")).resolve("here"));
        jar.launchedBy("sh", "-c", "cd \"$(printf '" + scratch + "/st\\303\\251')\" && exec \"$@\"", "sh");
        assertThat(run("--workspace", "here", "touch", "made").status()).isZero();
        assertThat(start.resolve("made")).exists();
    }

    @Test
    void messagesAreUtf8() throws Exception {
        Jar.Done done = run("nosuch-@");
        assertThat(done.err()).contains("program 'nosuch-é' is not in PATH");
    }
}
