package ai.tinyhumans.tinybox.docker;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.PortMapping;
import ai.tinyhumans.tinybox.spec.Resources;
import ai.tinyhumans.tinybox.spec.SnapshotId;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.spi.InnerSupervisor;
import ai.tinyhumans.tinybox.spi.Inside;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DockerArgsTest {

    private static final BoxId BOX = new BoxId("box-7");

    private static BoxSpec.Builder spec() {
        return BoxSpec.builder(Placement.of("local", "docker"), WorkspaceSource.ociImage("debian:12"))
                .resources(new Resources(1500, ByteSize.ofMiB(64), 99, ByteSize.ofGiB(1)))
                .accept(Constraint.DISK);
    }

    private static DockerArgs.Making making(DockerArgs.Mount... mounts) {
        return new DockerArgs.Making(
                Dialect.DOCKER,
                "tinybox-n-box-7",
                "token",
                Source.of(spec().build().source(), "base:1"),
                List.of(mounts),
                Optional.empty());
    }

    @Test
    void makesAHardenedContainerWithoutNetwork() {
        assertThat(DockerArgs.run(BOX, spec().build(), making()))
                .containsExactly(
                        "docker",
                        "run",
                        "--detach",
                        "--name",
                        "tinybox-n-box-7",
                        "--label",
                        "ai.tinyhumans.tinybox=box-7",
                        "--label",
                        "ai.tinyhumans.tinybox.attempt=token",
                        "--log-driver",
                        "none",
                        "--cap-drop",
                        "ALL",
                        "--security-opt",
                        "no-new-privileges",
                        "--network",
                        "none",
                        "--memory",
                        "67108864b",
                        "--memory-swap",
                        "67108864b",
                        "--cpu-period",
                        "100000",
                        "--cpu-quota",
                        "150000",
                        "--pids-limit",
                        "99",
                        "--pull",
                        "missing",
                        "--entrypoint",
                        "sh",
                        "debian:12",
                        "-c",
                        "while :; do sleep 86400; done");
    }

    @Test
    void mountsAWorkspaceForItsOwner() {
        DockerArgs.Making making = new DockerArgs.Making(
                Dialect.DOCKER,
                "n",
                "t",
                Source.of(WorkspaceSource.localDir(Path.of("/home/a")), "base:1"),
                List.of(new DockerArgs.Mount("/home/a", "/workspace", false)),
                Optional.of("5:6"));
        assertThat(DockerArgs.run(BOX, spec().build(), making))
                .containsSubsequence(
                        "--mount",
                        "type=bind,source=/home/a,target=/workspace",
                        "--workdir",
                        "/workspace",
                        "--user",
                        "5:6",
                        "--pull",
                        "missing",
                        "base:1");
    }

    @Test
    void asksPodmanForWhatItCanLimitOnly() {
        Dialect dialect = Dialect.podman(true, Set.of(Constraint.MEMORY, Constraint.PIDS));
        DockerArgs.Making making = new DockerArgs.Making(
                dialect,
                "n",
                "t",
                Source.of(WorkspaceSource.localDir(Path.of("/home/a")), "base:1"),
                List.of(),
                Optional.of("5:6"));
        assertThat(DockerArgs.run(BOX, spec().build(), making))
                .startsWith("docker", "run", "--detach", "--stop-timeout", "0", "--name", "n")
                .containsSubsequence("--memory", "67108864b", "--memory-swap", "67108864b", "--pids-limit", "99")
                .containsSubsequence("--user", "5:6", "--userns", "keep-id", "--pull")
                .doesNotContain("--cpu-period", "--cpu-quota");
        assertThat(DockerArgs.run(BOX, spec().build(), making())).doesNotContain("--stop-timeout", "--userns");
        assertThat(Dialect.podman(false, Set.of()).owning()).isEmpty();
    }

    @Test
    void limitsDiskWhereThatIsDemanded() {
        BoxSpec demanding = BoxSpec.builder(Placement.of("local", "docker"), WorkspaceSource.ociImage("debian:12"))
                .resources(Resources.DEFAULT.withDisk(ByteSize.ofMiB(1)))
                .build();
        assertThat(DockerArgs.run(BOX, demanding, making())).containsSubsequence("--storage-opt", "size=1048576b");
    }

    @Test
    void worksInTheRepositoryThatIsCloned() {
        Source source = Source.of(WorkspaceSource.gitRepo("https://me:secret@example.com/r"), "base:1");
        DockerArgs.Making making = new DockerArgs.Making(Dialect.DOCKER, "n", "t", source, List.of(), Optional.empty());
        assertThat(DockerArgs.run(BOX, spec().build(), making))
                .containsSubsequence("--workdir", "/workspace", "--pull", "missing", "--entrypoint", "sh", "base:1")
                .noneMatch(argument -> argument.contains("secret"));
    }

    @Test
    void fetchesNoSnapshotFromARegistry() {
        Source snapshot = Source.of(WorkspaceSource.snapshot(new SnapshotId("sha-0123456789ab")), "base:1");
        DockerArgs.Making making =
                new DockerArgs.Making(Dialect.DOCKER, "n", "t", snapshot, List.of(), Optional.empty());
        assertThat(DockerArgs.run(BOX, spec().build(), making)).containsSubsequence("--pull", "never", "0123456789ab");
    }

    @Test
    void publishesPortsOnLoopbackOnlyAndOnlyWithANetwork() {
        BoxSpec.Builder publishing = spec().port(PortMapping.dynamic(80)).port(PortMapping.fixed(443, 8443));
        assertThat(DockerArgs.run(
                        BOX, publishing.network(NetworkPolicy.egress()).build(), making()))
                .containsSubsequence(
                        "--network", "bridge", "--publish", "127.0.0.1::80", "--publish", "127.0.0.1:8443:443");
        assertThat(DockerArgs.run(
                        BOX, publishing.network(NetworkPolicy.denied()).build(), making()))
                .doesNotContain("--publish");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\0',
            delimiter = ';',
            value = {
                "/plain dir;source=/plain dir",
                "/a:b;source=/a:b",
                "/a,b;\"source=/a,b\"",
                "/a\"b;\"source=/a\"\"b\"",
                "/a'b;source=/a'b",
                "/a=b,readonly;\"source=/a=b,readonly\""
            })
    void quotesPathsAsOneFieldOfTheMount(String path, String field) {
        assertThat(new DockerArgs.Mount(path, "/w", true).value())
                .isEqualTo("type=bind," + field + ",target=/w,readonly");
    }

    /** The supervisor's text, whatever it is to run. */
    private static final String SUPERVISOR = script(InnerSupervisor.run(Command.of("true"), Env.EMPTY));

    private static String script(Inside program) {
        return program.argv().get(2);
    }

    @Test
    void entersWithVariablesByNameOnly() {
        Inside program = InnerSupervisor.run(
                Command.of("--help", "-x").cwd("sub").stdin(Stdin.open()), new Env(Map.of("SECRET", "value")));
        assertThat(DockerArgs.exec("c", program))
                .containsExactly(
                        "docker",
                        "exec",
                        "--interactive",
                        "--env",
                        "TINYBOX_EXECUTION",
                        "--env",
                        "TINYBOX_ENV_0",
                        "c",
                        "sh",
                        "-c",
                        SUPERVISOR,
                        "tinybox",
                        "run",
                        "",
                        "./sub",
                        "1",
                        "--help",
                        "-x");
        assertThat(SUPERVISOR).doesNotContain("value").doesNotContain("SECRET");
        assertThat(program.env().variables()).isEqualTo(Map.of("TINYBOX_ENV_0", "SECRET=value"));
    }

    @Test
    void carriesNoInputWhereThereIsNone() {
        assertThat(DockerArgs.exec("c", InnerSupervisor.run(Command.of("true"), Env.EMPTY)))
                .containsExactly(
                        "docker",
                        "exec",
                        "--env",
                        "TINYBOX_EXECUTION",
                        "c",
                        "sh",
                        "-c",
                        SUPERVISOR,
                        "tinybox",
                        "run",
                        "",
                        "",
                        "0",
                        "true");
    }

    @Test
    void entersForHelpersWithoutInputAndMarker() {
        Inside end = InnerSupervisor.end("m", Duration.ofMillis(1501));
        assertThat(DockerArgs.exec("c", end))
                .containsExactly("docker", "exec", "c", "sh", "-c", script(end), "tinybox", "end", "m", "151");
        Inside spawn = InnerSupervisor.spawn("m", Command.of("true"), Env.EMPTY);
        assertThat(DockerArgs.exec("c", spawn))
                .containsExactly(
                        "docker",
                        "exec",
                        "--detach",
                        "c",
                        "sh",
                        "-c",
                        script(spawn),
                        "tinybox",
                        "spawn",
                        "m",
                        "",
                        "0",
                        "true");
    }

    @Test
    void standsByTheSameForAllCommands() {
        List<String> argv = DockerArgs.exec("c", InnerSupervisor.standby());
        assertThat(argv)
                .containsExactly(
                        "docker", "exec", "--interactive", "c", "sh", "-c", argv.get(6), "tinybox", SUPERVISOR);
        assertThat(argv.get(6)).contains("read -r TINYBOX_REQUEST");
    }

    @Test
    void checksANewContainerForItsWorkspaceOnlyIfItHasOne() {
        Source directory = Source.of(WorkspaceSource.localDir(Path.of("/home/a")), "base:1");
        Source image = Source.of(WorkspaceSource.ociImage("debian:12"), "base:1");
        String script = "for tool in setsid grep tr mv rm sleep; do "
                + "command -v \"$tool\" >/dev/null || echo \"the program $tool\"; done; "
                + "[ -w /dev/shm ] || echo 'a writable /dev/shm'; "
                + "[ ! -d \"$1\" ] || [ -r \"$1\" -a -w \"$1\" -a -x \"$1\" ] || echo \"access to $1 for user $(id -u)\"";
        assertThat(DockerArgs.selfCheck("c", directory))
                .containsExactly("docker", "exec", "c", "sh", "-c", script, "tinybox", "/workspace");
        assertThat(DockerArgs.selfCheck("c", image))
                .containsExactly("docker", "exec", "c", "sh", "-c", script, "tinybox", "");
    }

    @Test
    void namesEachOtherCommandWhole() {
        assertThat(DockerArgs.inspect("c"))
                .containsExactly("docker", "inspect", "--type", "container", "--format", "{{json .}}", "c");
        assertThat(DockerArgs.info()).containsExactly("docker", "info", "--format", "{{json .}}");
        assertThat(DockerArgs.remove("c")).containsExactly("docker", "rm", "--force", "--volumes", "c");
        assertThat(DockerArgs.pause("c")).containsExactly("docker", "pause", "c");
        assertThat(DockerArgs.unpause("c")).containsExactly("docker", "unpause", "c");
        assertThat(DockerArgs.commit("c", BOX))
                .containsExactly("docker", "commit", "--change", "LABEL ai.tinyhumans.tinybox.snapshot=box-7", "c");
        assertThat(DockerArgs.snapshots())
                .containsExactly(
                        "docker",
                        "images",
                        "--all",
                        "--no-trunc",
                        "--quiet",
                        "--filter",
                        "label=ai.tinyhumans.tinybox.snapshot");
        assertThat(DockerArgs.images()).containsExactly("docker", "images", "--quiet", "--no-trunc");
        assertThat(DockerArgs.diskProbe("i"))
                .containsExactly(
                        "docker",
                        "run",
                        "--rm",
                        "--pull",
                        "never",
                        "--network",
                        "none",
                        "--storage-opt",
                        "size=1g",
                        "--entrypoint",
                        "/tinybox-no-such-program",
                        "i");
        assertThat(DockerArgs.removeImage("0123")).containsExactly("docker", "rmi", "0123");
    }
}
