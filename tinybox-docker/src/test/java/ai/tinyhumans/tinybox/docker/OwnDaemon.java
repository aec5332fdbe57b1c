package ai.tinyhumans.tinybox.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A docker daemon of the test's own, which it may stop and start again; its networks are in a namespace of their own,
 * since all daemons would call their bridge the same.
 */
final class OwnDaemon implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path directory;
    private Process daemon;

    private OwnDaemon(Path directory) {
        this.directory = directory;
        this.daemon = launch();
    }

    /** Starts a daemon that has the image alpine:3 of the one the tests use. */
    static OwnDaemon start(Path directory) throws InterruptedException {
        OwnDaemon own = new OwnDaemon(directory);
        own.awaitAnswer();
        File image = directory.resolve("image").toFile();
        demand(new ProcessBuilder("docker", "save", "--output", image.getPath(), "alpine:3"));
        demand(new ProcessBuilder("docker", "--host", own.address(), "load", "--input", image.getPath()));
        return own;
    }

    private Process launch() {
        try {
            return new ProcessBuilder(
                            "unshare",
                            "--net",
                            "dockerd",
                            "--data-root=" + directory.resolve("data"),
                            "--exec-root=" + directory.resolve("exec"),
                            "--pidfile=" + directory.resolve("pid"),
                            "--host=" + address(),
                            "--iptables=false")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            directory.resolve("log").toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void demand(ProcessBuilder command) throws InterruptedException {
        try {
            assertThat(command.inheritIO()
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor())
                    .as("%s", command.command())
                    .isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitAnswer() {
        await().atMost(PATIENCE).until(this::answers);
    }

    private boolean answers() throws IOException, InterruptedException {
        return new ProcessBuilder("docker", "--host", address(), "version")
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    String address() {
        return "unix://" + directory.resolve("sock");
    }

    /** The variables of a user whose daemon this is. */
    Map<String, String> variables() {
        return Map.of("DOCKER_HOST", address());
    }

    /** Ends the daemon as a service manager would; its containers end with it. */
    void stop() {
        daemon.destroy();
        await().atMost(PATIENCE).until(() -> !daemon.isAlive());
    }

    /** Starts it again, with all it had. */
    void startAgain() {
        daemon = launch();
        awaitAnswer();
    }

    /** Runs docker on it beside tinybox; returns its output, both streams together. */
    String docker(String... arguments) throws InterruptedException {
        List<String> all = new ArrayList<>(List.of("--host", address()));
        all.addAll(List.of(arguments));
        return DockerCase.call("docker", all.toArray(new String[0]));
    }

    @Override
    public void close() {
        stop();
        try { // one that was started again mounts its directory onto itself twice, and takes back one
            new ProcessBuilder("umount", "--quiet", directory.resolve("data").toString())
                    .start()
                    .onExit()
                    .join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
