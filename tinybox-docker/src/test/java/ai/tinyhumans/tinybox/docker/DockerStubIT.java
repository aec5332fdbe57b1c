package ai.tinyhumans.tinybox.docker;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.capability.SnapshotSupport;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spec.NetworkPolicy;
import ai.tinyhumans.tinybox.spec.PortMapping;
import ai.tinyhumans.tinybox.spec.SnapshotId;
import ai.tinyhumans.tinybox.spec.WorkspaceSource;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.LeakCheck;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What a real daemon cannot be made to do when a test wants it. */
@Requires(Facility.LAUNCH)
@ExtendWith(LeakCheck.class)
class DockerStubIT {

    @TempDir
    Path directory;

    @BeforeEach
    void install() throws IOException {
        Path stub = directory.resolve("docker");
        try (InputStream script = Objects.requireNonNull(getClass().getResourceAsStream("/bin/docker"))) {
            Files.copy(script, stub);
        }
        assertThat(stub.toFile().setExecutable(true)).isTrue();
    }

    private Tinybox open(String what, Map<String, String> others) {
        Map<String, String> variables = new HashMap<>(others);
        variables.put("PATH", directory + ":/usr/local/bin:/usr/bin:/bin");
        variables.put("STUB", what);
        variables.put("STUB_DIR", directory.toString());
        return Tinybox.builder()
                .host(HostWith.variables(variables))
                .sandbox(new DockerProvider("stub"))
                .build();
    }

    private Tinybox open(String what) {
        return open(what, Map.of());
    }

    private static BoxSpec.Builder image() {
        return DockerCase.of(WorkspaceSource.ociImage("alpine:3"));
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(directory.resolve("calls"));
    }

    @Test
    void triesAgainWhileAContainerThatGoesHasTheName() throws Exception { // B054
        try (Tinybox tinybox = open("leaving");
                Box box = tinybox.create(image().build())) {
            assertThat(box.id()).hasToString("box-0");
            assertThat(calls()).filteredOn(call -> call.startsWith("run")).hasSize(3);
            assertThat(calls()).noneMatch(call -> call.startsWith("rm"));
        }
        assertThat(directory.resolve("made")).doesNotExist();
    }

    @Test
    void neverRemovesAContainerOfOthers() throws IOException { // B054
        try (Tinybox tinybox = open("foreign")) {
            assertRefused(ErrorCode.BOX_DUPLICATE, () -> tinybox.create(image().build()));
            assertThat(tinybox.list()).isEmpty();
        }
        assertThat(calls()).noneMatch(call -> call.startsWith("rm"));
    }

    @Test
    void removesWhatItMadeThatDidNotStart() throws IOException { // B054, B065
        BoxSpec publishing = image().network(NetworkPolicy.egress())
                .port(PortMapping.fixed(80, 8080))
                .build();
        try (Tinybox tinybox = open("port")) {
            assertRefused(ErrorCode.PORT_IN_USE, () -> tinybox.create(publishing));
            assertThat(tinybox.list()).isEmpty();
        }
        assertThat(calls()).filteredOn(call -> call.startsWith("rm")).hasSize(1);
        assertThat(directory.resolve("made")).doesNotExist();
    }

    @Test
    void takesNoWarningForAnId() throws Exception { // B058
        try (Tinybox tinybox = open("chatty");
                Box box = tinybox.create(image().build())) {
            assertThat(box.snapshot(SnapshotSupport.FILESYSTEM)).isEqualTo(new SnapshotId("sha-0123456789ab"));
        }
        try (Tinybox tinybox = open("silent");
                Box box = tinybox.create(image().build())) {
            assertRefused(ErrorCode.HOST_FAILED, () -> box.snapshot(SnapshotSupport.FILESYSTEM));
        }
    }

    @Test
    void waitsNoLongerThanItIsToldForADaemonThatDoesNotAnswer() throws Exception { // B056
        try (Tinybox tinybox = open("slow")) {
            DockerRuns runs = new DockerRuns(tinybox.on(new HostRef("local")));
            assertThat(runs.status(Duration.ofMillis(300))).isEmpty();
            assertRefused(ErrorCode.PROVIDER_UNUSABLE, () -> runs.cleanUp("a=b", Duration.ofMillis(300)))
                    .hasMessageContaining("did not answer");
            assertThat(tinybox.list()).isEmpty();
        }
    }

    @Test
    void isBoundedWhateverADaemonThatHangsIsAsked() throws Exception { // B056
        try (Tinybox tinybox = open("plain");
                Tinybox late = open("slow")) {
            Box box = tinybox.create(image().build());
            Path hang = Files.createFile(directory.resolve("hang"));
            long begun = System.nanoTime();
            List<CompletableFuture<ErrorCode>> side = List.of(
                    refusal(() -> late.create(image().build())),
                    refusal(() -> box.exec(Command.of("true").timeout(Duration.ofMillis(300)))),
                    refusal(() -> box.spawn(Command.of("true"))),
                    refusal(box::info));
            for (CompletableFuture<ErrorCode> one : side) {
                assertThat(one.get(60, TimeUnit.SECONDS)).isEqualTo(ErrorCode.PROVIDER_UNUSABLE);
            }
            assertRefused(ErrorCode.CLEANUP_FAILED, box::close).hasMessageContaining("did not answer");
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofMinutes(2));
            Files.delete(hang);
            box.close();
            assertThat(tinybox.list()).isEmpty();
        }
    }

    /** What is refused by a thread of its own: each waits as long as it is patient. */
    private static CompletableFuture<ErrorCode> refusal(Callable<?> call) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        throw new AssertionError("not refused: " + call.call());
                    } catch (TinyboxException e) {
                        return e.code();
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                },
                task -> new Thread(task, "asks-docker").start());
    }

    @Test
    void passesOnWhatNamesTheDaemon() throws Exception { // B057
        Map<String, String> named = Map.of(
                "DOCKER_HOST", "tcp://192.0.2.1:1",
                "DOCKER_CONFIG", "/no/such/config",
                "DOCKER_CONTEXT", "none",
                "HOME", "/no/such/home");
        try (Tinybox tinybox = open("plain", named)) {
            assertThat(tinybox.capabilities(DockerCase.DOCKER)).isNotNull();
        }
        List<String> environment = Files.readAllLines(directory.resolve("env"));
        named.forEach((name, value) -> assertThat(environment).contains(name + "=" + value));
    }

    @Test
    void hasTheCommandThatStartsAProgramCollectLessUnlessTheUserSaysHowMuch() throws Exception {
        assertThat(environmentOfExec(Map.of())).contains("GOGC=400");
        assertThat(environmentOfExec(Map.of("GOGC", "50"))).contains("GOGC=50");
    }

    private List<String> environmentOfExec(Map<String, String> variables) throws Exception {
        try (Tinybox tinybox = open("plain", variables);
                Box box = tinybox.create(image().build())) {
            assertThat(box.exec(Command.of("true")).exit().isSuccess()).isTrue();
            return Files.readAllLines(directory.resolve("env"));
        }
    }
}
