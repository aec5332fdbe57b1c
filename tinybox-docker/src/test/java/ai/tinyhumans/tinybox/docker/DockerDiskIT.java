package ai.tinyhumans.tinybox.docker;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.capability.Enforcement;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.Resources;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A daemon whose storage can limit what a container writes: on btrfs. */
@Requires({Facility.LAUNCH, Facility.DOCKER, Facility.DOCKERD, Facility.BTRFS})
@ExtendWith(LeakCheck.class)
class DockerDiskIT {

    @TempDir
    Path directory;

    private Path storage;

    @BeforeEach
    void mount() throws IOException, InterruptedException {
        String device = directory.resolve("device").toString();
        storage = Files.createDirectory(directory.resolve("storage"));
        run("truncate", "--size=2G", device);
        run("mkfs.btrfs", "--quiet", device);
        run("mount", "-o", "loop", device, storage.toString());
    }

    @AfterEach
    void unmount() throws IOException, InterruptedException {
        run("umount", storage.toString());
    }

    private static void run(String... argv) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder(argv).inheritIO().start().waitFor())
                .as(String.join(" ", argv))
                .isZero();
    }

    private static BoxSpec.Builder limited(WorkspaceSource source) {
        return BoxSpec.builder(DockerCase.DOCKER, source).resources(Resources.DEFAULT.withDisk(ByteSize.ofMiB(64)));
    }

    @Test
    void limitsWhatAContainerWrites() throws InterruptedException {
        try (OwnDaemon daemon = OwnDaemon.start(storage);
                Tinybox tinybox = Tinybox.builder()
                        .host(HostWith.variables(daemon.variables()))
                        .sandbox(new DockerProvider("disk"))
                        .build()) {
            assertThat(tinybox.capabilities(DockerCase.DOCKER).enforcement(Constraint.DISK))
                    .isEqualTo(Enforcement.ENFORCED);
            assertThat(daemon.docker("ps", "--all", "--quiet"))
                    .as("what the probe left")
                    .isEmpty();
            try (Box box =
                    tinybox.create(limited(WorkspaceSource.ociImage("alpine:3")).build())) {
                assertThat(box.info().unenforced()).isEmpty();
                ExecResult full = DockerCase.run(box, "dd if=/dev/zero of=/tmp/f bs=1048576 count=100");
                assertThat(full.stderrText()).contains("quota exceeded");
                assertThat(DockerCase.run(box, "test $(stat -c %s /tmp/f) -le 67108864")
                                .exit()
                                .isSuccess())
                        .isTrue();
            }
            BoxSpec onTheHost = limited(WorkspaceSource.localDir(directory)).build();
            assertRefused(ErrorCode.CONSTRAINT_NOT_ENFORCED, () -> tinybox.create(onTheHost))
                    .hasMessageContaining("of the host");
            assertThat(daemon.docker("ps", "--all", "--quiet")).isEmpty();
        }
    }
}
