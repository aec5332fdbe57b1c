package ai.tinyhumans.tinybox.docker;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.store.BoxState;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Processes;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A daemon that goes away and comes back. */
@Requires({Facility.LAUNCH, Facility.DOCKER, Facility.DOCKERD})
@ExtendWith(LeakCheck.class)
class DockerDaemonIT {

    @TempDir
    Path directory;

    @Test
    void tellsWhatADaemonThatStoppedAndStartedAgainMakesOfABox() throws InterruptedException { // B053
        try (OwnDaemon daemon = OwnDaemon.start(directory);
                Tinybox tinybox = Tinybox.builder()
                        .host(HostWith.variables(daemon.variables()))
                        .sandbox(new DockerProvider("daemon"))
                        .build()) {
            Box box = tinybox.create(
                    DockerCase.of(WorkspaceSource.ociImage("alpine:3")).build());
            try (Execution running = box.start(DockerCase.sh("echo up; sleep 3331; true"))) {
                assertThat(running.read(0, Duration.ofSeconds(20)).chunks()).isNotEmpty();
                daemon.stop();
                TinyboxException lost = catchThrowableOfType(TinyboxException.class, running::await);
                assertThat(lost.code())
                        .isIn(ErrorCode.EXEC_CONNECTION_LOST, ErrorCode.PROVIDER_UNUSABLE, ErrorCode.BOX_GONE);
            }
            assertThat(Processes.withArgument("3331")).isEmpty();
            assertRefused(ErrorCode.PROVIDER_UNUSABLE, () -> box.exec(Command.of("true")))
                    .hasMessageContaining("no docker daemon answers");
            assertRefused(ErrorCode.PROVIDER_UNUSABLE, box::info);
            assertRefused(ErrorCode.CLEANUP_FAILED, box::close);
            daemon.startAgain();
            assertThat(tinybox.list())
                    .singleElement()
                    .satisfies(kept -> assertThat(kept.closing()).isTrue());
            assertThat(daemon.docker("ps", "--all", "--quiet")).isNotEmpty();
            box.close();
            assertThat(daemon.docker("ps", "--all", "--quiet")).isEmpty();
            assertThat(tinybox.list()).isEmpty();
        }
    }

    @Test
    void saysThatARestartStoppedABoxAndMakesAnother() throws InterruptedException {
        try (OwnDaemon daemon = OwnDaemon.start(directory);
                Tinybox tinybox = Tinybox.builder()
                        .host(HostWith.variables(daemon.variables()))
                        .sandbox(new DockerProvider("daemon"))
                        .build()) {
            Box box = tinybox.create(
                    DockerCase.of(WorkspaceSource.ociImage("alpine:3")).build());
            daemon.stop();
            daemon.startAgain();
            assertThat(box.info().state()).isEqualTo(BoxState.STOPPED);
            assertRefused(ErrorCode.BOX_GONE, () -> box.exec(Command.of("true")));
            box.close();
            try (Box another = tinybox.create(
                    DockerCase.of(WorkspaceSource.ociImage("alpine:3")).build())) {
                assertThat(another.exec(Command.of("true")).exit()).isEqualTo(new Exit.Exited(0));
            }
        }
    }
}
