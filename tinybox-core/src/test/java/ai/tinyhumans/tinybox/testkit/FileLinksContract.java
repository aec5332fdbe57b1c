package ai.tinyhumans.tinybox.testkit;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.BoxFiles;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.capability.Capability;
import ai.tinyhumans.tinybox.capability.IsolationLevel;
import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.capability.SnapshotSupport;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Links among the workspace files of a passthrough box, and where they lead nobody. */
@Timeout(300)
abstract class FileLinksContract extends SandboxFixture {

    @TempDir
    Path outside;

    /** The box whose files are looked at. */
    protected Box box;

    /** Its files. */
    protected BoxFiles files;

    /** How often a file is reached while a link is swapped. */
    protected abstract int attempts();

    /** What a program that swaps directories does between two swaps, so that sometimes an operation fits in. */
    protected String rest() {
        return ":";
    }

    @Override
    protected SandboxCapabilities declared() {
        return new SandboxCapabilities(IsolationLevel.NONE, SnapshotSupport.NONE, Set.of(Capability.DETACH), Map.of());
    }

    @BeforeEach
    void openFiles() throws InterruptedException {
        box = create();
        files = box.files();
    }

    @AfterEach
    void closeFiles() throws IOException {
        files.close();
        removeLinks();
    }

    /** JUnit warns of each link that leads out of a directory it removes. */
    private void removeLinks() throws IOException {
        try (Stream<Path> all = Files.walk(workspace)) {
            for (Path link : all.filter(Files::isSymbolicLink).toList()) {
                Files.delete(link);
            }
        }
    }

    final ExecResult exec(String... argv) throws InterruptedException {
        return box.exec(Command.of(argv));
    }

    /** Runs a shell script to its end. */
    protected final ExecResult run(String script) throws InterruptedException {
        return exec("sh", "-c", script);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    final String read(String path) {
        return new String(files.read(path), StandardCharsets.UTF_8);
    }

    final void link(String name, String target) throws IOException {
        Files.createSymbolicLink(workspace.resolve(name), Path.of(target));
    }

    @ParameterizedTest // B100
    @ValueSource(strings = {"absolute", "relative", "chain", "dangling", "inside"})
    void neverFollowALinkToADirectory(String name) throws IOException {
        Files.createDirectory(workspace.resolve("real"));
        link("absolute", outside.toString());
        link("relative", workspace.relativize(outside).toString());
        link("chain", "absolute");
        link("dangling", outside.resolve("none").toString());
        link("inside", "real");
        for (String below : new String[] {"/f", "/a/b/f"}) {
            assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> files.write(name + below, bytes("x")));
            assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> files.read(name + below));
            assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> files.mkdir(name + below));
            assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> files.remove(name + below));
            assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> files.stat(name + below));
        }
        assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> files.list(name));
        assertThat(outside).isEmptyDirectory();
        assertThat(workspace.resolve("real")).isEmptyDirectory();
    }

    @Test // B101
    void replaceALinkInsteadOfWritingThroughIt() throws IOException {
        Path target = Files.writeString(outside.resolve("t"), "old");
        link("f", target.toString());
        assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> files.read("f"));
        files.write("f", bytes("new"));
        assertThat(target).hasContent("old");
        assertThat(workspace.resolve("f")).isRegularFile().hasContent("new");
        assertThat(Files.isSymbolicLink(workspace.resolve("f"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"f", "/no/such", "../../x", "é \udcff", "a\nb\n", "-n"})
    void areToldByWhatTheySay(String target) throws Exception {
        exec("ln", "-s", "--", target, "l");
        Files.createDirectory(workspace.resolve("d"));
        link("d/l", "other");
        files.write("f", bytes("x"));
        assertThat(files.readLink("l")).isEqualTo(target);
        assertThat(files.readLink("d/l")).isEqualTo("other");
        assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> files.readLink("f"));
        assertRefused(ErrorCode.FILE_WRONG_TYPE, () -> files.readLink("d"));
        assertRefused(ErrorCode.FILE_NOT_FOUND, () -> files.readLink("absent"));
    }

    @Test // B067
    void areNotLedOutsideByALinkThatIsSwappedMeanwhile() throws Exception {
        Files.writeString(outside.resolve("f"), "secret");
        Files.createDirectory(workspace.resolve("d"));
        files.write("d/f", bytes("mine"));
        link("l", outside.toString());
        int done = 0;
        int refused = 0;
        try (Execution swapping = box.start(
                Command.of("sh", "-c", "while :; do mv d r; mv -T l d; mv -T d l; mv r d; " + rest() + "; done"))) {
            for (int i = 0; i < attempts() || done == 0 || refused == 0; i++) {
                try {
                    if (i % 2 == 0) {
                        files.write("d/f", bytes("mine"));
                    } else {
                        assertThat(read("d/f")).isEqualTo("mine");
                    }
                    done++;
                } catch (TinyboxException e) {
                    assertThat(e.code()).isIn(ErrorCode.FILE_WRONG_TYPE, ErrorCode.FILE_NOT_FOUND);
                    refused++;
                }
            }
            assertThat(swapping.isOver()).isFalse();
        }
        assertThat(done).isPositive();
        assertThat(refused).isPositive();
        assertThat(outside.resolve("f")).hasContent("secret");
        try (var entries = Files.list(outside)) {
            assertThat(entries.collect(Collectors.toList())).hasSize(1);
        }
    }
}
