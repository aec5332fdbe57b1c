package ai.tinyhumans.tinybox.docker;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.HostRef;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DockerRunsIT extends DockerCase {

    private static final String LABEL = "tinybox.test=runs";

    private DockerRuns runs;

    @BeforeEach
    void chooseHost() {
        runs = new DockerRuns(tinybox.on(new HostRef("local")));
    }

    @AfterEach
    void leavesNoContainer() throws InterruptedException {
        assertThat(docker("ps", "--all", "--quiet", "--filter", "label=" + LABEL))
                .isEmpty();
    }

    private DockerRun script(String text, Duration timeout) {
        return new DockerRun(
                "alpine:3",
                text,
                false,
                Optional.of(new HostPath(workspace.toString())),
                List.of(),
                "none",
                ByteSize.ofMiB(64),
                500,
                new Env(Map.of("V", "a\nb c", "W", "$HOME")),
                LABEL,
                timeout);
    }

    private ExecResult run(String text) throws InterruptedException {
        return runs.run(script(text, Duration.ofSeconds(60)));
    }

    @Test
    void runsACommandInItsWorkspaceWithItsVariables() throws Exception {
        ExecResult result = run("echo \"<$V><$W>\"; pwd; echo e >&2; echo kept > f; touch /f || echo no");
        assertThat(result.exit()).isEqualTo(new Exit.Exited(0));
        assertThat(result.stdoutText()).isEqualTo("<a\nb c><$HOME>\n/workspace\nno\n");
        assertThat(result.stderrText()).startsWith("e\n");
        assertThat(Files.readString(workspace.resolve("f"))).isEqualTo("kept\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 125, 126, 127, 137, 255})
    void tellsEachCodeOfACommandFromDockersOwn(int code) throws InterruptedException {
        assertThat(run("exit " + code).exit()).isEqualTo(new Exit.Exited(code));
    }

    @Test
    void endsACommandWhoseTimeIsUp() throws InterruptedException {
        Duration budget = Duration.ofSeconds(2);
        assertThat(runs.run(script("sleep 3321", budget)).exit()).isEqualTo(new Exit.TimedOut(budget));
    }

    @Test
    void saysThatTheImageIsNotThere() {
        assertRefused(ErrorCode.SOURCE_UNAVAILABLE, () -> runs.run(DockerRun.of("tinybox.invalid/no", "true", LABEL)));
    }

    @Test
    void looksAtWhereLinksLead() throws Exception {
        Path alias = Files.createSymbolicLink(workspace.resolve("alias"), Path.of("/etc"));
        try {
            List<HostPath> mounts = List.of(new HostPath(alias.toString()));
            assertThat(runs.weaknesses("none", mounts)).hasSize(1);
        } finally {
            Files.delete(alias);
        }
    }

    @Test
    void findsTheDaemonAndRemovesByLabel() throws InterruptedException { // B050
        assertThat(runs.status(Duration.ofSeconds(20))).isPresent();
        assertThat(docker("run", "--detach", "--label", LABEL, "--entrypoint", "sleep", "alpine:3", "3322"))
                .isNotEmpty();
        assertThat(runs.cleanUp(LABEL, Duration.ofSeconds(30))).isEqualTo(1);
        assertThat(runs.cleanUp(LABEL, Duration.ofSeconds(30))).isZero();
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> runs.cleanUp("--all", Duration.ofSeconds(1)));
    }
}
