package ai.tinyhumans.tinybox.docker;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Boxes whose workspace is a repository, which a server of the test's own has at the host's end of docker's bridge. */
@Requires({Facility.LAUNCH, Facility.DOCKER, Facility.GIT})
class DockerRepositoryIT extends DockerCase {

    private static final String PASSWORD = "pw-4c1e";

    private final AtomicBoolean seen = new AtomicBoolean();
    private FileServer server;
    private Tinybox cloning;
    private String commit;

    @BeforeEach
    void serve() throws IOException, InterruptedException {
        git("init", "--quiet", "--initial-branch=main", "r");
        commit = commit("one");
        git("-C", "r", "tag", "v1");
        commit("two");
        git("-C", "r", "checkout", "--quiet", "-b", "side/b");
        commit("three");
        git("-C", "r", "checkout", "--quiet", "main");
        git("-C", "r", "update-ref", "refs/pull/7/head", "side/b");
        git("-C", "r", "update-server-info");
        String gateway = docker("network", "inspect", "--format", "{{(index .IPAM.Config 0).Gateway}}", "bridge");
        server = new FileServer(
                workspace.resolve("r/.git"), gateway, () -> seen.compareAndSet(false, isOnACommandLine(PASSWORD)));
        cloning = Tinybox.builder()
                .host(HostWith.variables(Map.of(DockerProvider.IMAGE, "tinybox-debian:12")))
                .sandbox(new DockerProvider("cases"))
                .build();
    }

    @AfterEach
    void stop() {
        cloning.close();
        server.close();
    }

    private String commit(String text) throws IOException, InterruptedException {
        Files.writeString(workspace.resolve("r/f"), text + "\n");
        git("-C", "r", "add", "f");
        git("-C", "r", "-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "--quiet", "-m", text);
        return git("-C", "r", "rev-parse", "HEAD");
    }

    private String git(String... arguments) throws IOException, InterruptedException {
        String[] argv = new String[arguments.length + 1];
        argv[0] = "git";
        System.arraycopy(arguments, 0, argv, 1, arguments.length);
        Process process = new ProcessBuilder(argv)
                .directory(workspace.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    private static boolean isOnACommandLine(String word) {
        return ProcessHandle.allProcesses()
                .anyMatch(process -> process.info().commandLine().orElse("").contains(word));
    }

    private String url(String user) {
        return "http://" + user + server.authority();
    }

    private BoxSpec.Builder repository(String url, String revision) {
        return of(new WorkspaceSource.GitRepo(url, revision.isEmpty() ? Optional.empty() : Optional.of(revision)))
                .network(NetworkPolicy.egress());
    }

    @Test
    void clonesWhatARevisionNames() throws InterruptedException {
        Map<String, String> expected = Map.of(
                "", "two", "main", "two", "side/b", "three", "v1", "one", commit, "one", "refs/pull/7/head", "three");
        for (Map.Entry<String, String> revision : expected.entrySet()) {
            try (Box box = cloning.create(repository(url(""), revision.getKey()).build())) {
                assertThat(run(box, "pwd; cat f; git status --porcelain").stdoutText())
                        .as("revision '%s'", revision.getKey())
                        .isEqualTo("/workspace\n" + revision.getValue() + "\n");
                assertThat(run(box, "git branch --show-current").stdoutText().strip())
                        .isEqualTo(
                                switch (revision.getKey()) {
                                    case "", "main" -> "main";
                                    case "side/b" -> "side/b";
                                    default -> "";
                                });
            }
        }
    }

    private void assertClonedInSecret(String user) throws InterruptedException {
        try (Box box = cloning.create(repository(url(user), "v1").build())) {
            assertThat(run(box, "cat f").stdoutText()).isEqualTo("one\n");
            assertThat(run(box, "grep -rl " + PASSWORD + " /workspace /root /tmp /etc")
                            .stdoutText())
                    .isEmpty();
            assertThat(docker("inspect", container(box))).doesNotContain(PASSWORD);
        }
        assertThat(seen).isFalse();
    }

    @Test
    void keepsThePasswordOffEveryCommandLineAndOutOfTheBox() throws InterruptedException {
        server.want("Basic " + Base64.getEncoder().encodeToString(("me:" + PASSWORD).getBytes(StandardCharsets.UTF_8)));
        assertClonedInSecret("me:" + PASSWORD + "@");
        assertRefused(
                ErrorCode.SOURCE_UNAVAILABLE,
                () -> cloning.create(repository(url("me:wrong@"), "").build()));
    }

    @Test
    void keepsATokenThatIsTheUserOffEveryCommandLineAndOutOfTheBox() throws InterruptedException {
        server.want("Basic " + Base64.getEncoder().encodeToString((PASSWORD + ":").getBytes(StandardCharsets.UTF_8)));
        assertClonedInSecret(PASSWORD + "@");
    }

    @Test
    void leavesNothingOfACloneThatFails() {
        assertRefused(
                        ErrorCode.SOURCE_UNAVAILABLE,
                        () -> cloning.create(repository(url(""), "no-such").build()))
                .hasMessageContaining("no revision 'no-such'");
        assertRefused(
                ErrorCode.SOURCE_UNAVAILABLE,
                () -> cloning.create(
                        repository(url(""), "").network(NetworkPolicy.denied()).build()));
        assertThat(cloning.list()).isEmpty();
    }

    @Test
    void refusesAnImageWithoutGitByName() {
        assertRefused(
                        ErrorCode.SOURCE_UNSUPPORTED,
                        () -> tinybox.create(repository(url(""), "").build()))
                .hasMessageContaining("'alpine:3' has no git");
        assertThat(tinybox.list()).isEmpty();
    }
}
