package ai.tinyhumans.tinybox.linux.namespace;

import static ai.tinyhumans.tinybox.linux.namespace.NamespaceReserveIT.awaitReady;
import static ai.tinyhumans.tinybox.linux.namespace.NamespaceReserveIT.serves;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.linux.BoxCase;
import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;

/** What a box is given of the host, replaced there after its reserve was set up. */
@Requires(Facility.BUBBLEWRAP)
class ReplacedGrantsIT extends BoxCase {

    @Override
    protected Placement placement() {
        return Placement.of("local", "namespace");
    }

    private Box reserving(Grants grants) throws InterruptedException {
        Box box = box(grants);
        box.holdReserve();
        awaitReady();
        return box;
    }

    @Test
    void readsTheFileThatReplacedAGrantedOne() throws Exception {
        Path file = Files.writeString(outside.resolve("file"), "old");
        try (Box box = reserving(Grants.NONE.readOnly(file.toString()))) {
            Files.writeString(file, "changed");
            assertThat(serves(awaitReady(), box)).isTrue(); // another content is no other file
            awaitReady();
            Path next = Files.writeString(outside.resolve("next"), "new");
            Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
            assertThat(box.exec(sh("cat $1", file.toString())).stdoutText()).isEqualTo("new");
        }
    }

    @Test
    void runsInTheDirectoryThatReplacedTheWorkspace() throws Exception {
        Path moved = outside.resolve("moved");
        try (Box box = reserving(Grants.NONE)) {
            Files.move(workspace, moved);
            Files.createDirectory(workspace);
            assertThat(box.exec(sh("echo x > f; cat f")).stdoutText()).isEqualTo("x\n");
        }
        assertThat(workspace.resolve("f")).exists();
        assertThat(moved).isEmptyDirectory();
    }

    @Test
    void changesNothingInTheDirectoryThatReplacedAReadOnlyOneWithinAWritable() throws Exception {
        Path inner = Files.createDirectories(outside.resolve("x/inner"));
        Grants grants = Grants.NONE.writable(outside.toString()).readOnly(inner.toString());
        try (Box box = reserving(grants)) {
            Files.move(inner.getParent(), outside.resolve("y"));
            Files.createDirectories(inner);
            assertThat(box.exec(sh("echo x > $1/f && echo written", inner.toString()))
                            .stdoutText())
                    .isEmpty();
        }
        assertThat(inner).isEmptyDirectory();
    }

    @Test
    @Requires(Facility.MOUNT)
    void changesNothingOnWhatWasMountedInAReadOnlyGrant() throws Exception {
        Path granted = Files.createDirectory(outside.resolve("granted"));
        mount("-t", "tmpfs", "none", granted.toString());
        try {
            mount("--make-shared", granted.toString()); // as systemd has all of them
            Path inner = Files.createDirectory(granted.resolve("inner"));
            try (Box box = reserving(Grants.NONE.readOnly(granted.toString()))) {
                mount("-t", "tmpfs", "none", inner.toString());
                assertThat(box.exec(sh("echo x > $1/f && echo written", inner.toString()))
                                .stdoutText())
                        .isEmpty();
            }
        } finally {
            assertThat(new ProcessBuilder("umount", "--recursive", granted.toString())
                            .start()
                            .waitFor())
                    .isZero();
        }
    }

    private static void mount(String... arguments) throws IOException, InterruptedException {
        String[] argv = new String[arguments.length + 1];
        argv[0] = "mount";
        System.arraycopy(arguments, 0, argv, 1, arguments.length);
        assertThat(new ProcessBuilder(argv).start().waitFor()).isZero();
    }
}
