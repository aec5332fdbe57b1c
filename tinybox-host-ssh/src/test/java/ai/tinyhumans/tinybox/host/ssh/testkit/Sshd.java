package ai.tinyhumans.tinybox.host.ssh.testkit;

import static org.awaitility.Awaitility.await;

import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.host.local.LocalHostProvider;
import ai.tinyhumans.tinybox.host.ssh.SshTarget;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Lifetime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A real sshd on the loopback interface with keys and a configuration of its own, for the user of the tests. */
public final class Sshd implements AutoCloseable {

    private static final int TRIES = 400;

    private final SshdFiles files;
    private final int port;
    private final Host machine;

    private Sshd(SshdFiles files, int port) {
        this.files = files;
        this.port = port;
        this.machine = new LocalHostProvider().open();
        launch();
    }

    /** Starts one with some lines more in its configuration. */
    public static Sshd start(String... more) throws IOException, InterruptedException {
        int port = freePort();
        List<String> lines = new ArrayList<>(List.of("ListenAddress 127.0.0.1", "Port " + port));
        lines.addAll(List.of(more));
        SshdFiles files = new SshdFiles("[127.0.0.1]:" + port, lines);
        if (isRoot()) {
            Files.createDirectories(Path.of("/run/sshd")); // where sshd gives up its privileges
        }
        Sshd sshd = new Sshd(files, port);
        sshd.awaitReady();
        return sshd;
    }

    /** Starts the server, which becomes a child of nobody's, as tinybox starts programs: what the JDK starts, and so its sessions, ignores two signals. */
    private void launch() {
        String command = "exec /usr/sbin/sshd -E \"$0/log\" -f \"$0/config\" -o \"PidFile=$0/pid\"";
        LaunchPlan plan = LaunchPlan.of(
                List.of("/bin/sh", "-c", command, directory().toString()),
                new Env(Map.of("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")),
                "/");
        String marker = machine.newMarker(Lifetime.EXECUTION);
        machine.start(new Launch(plan, marker, Stdin.none(), Launch.Output.DISCARDED), () -> {})
                .disown();
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitReady() throws IOException {
        for (int i = 0; i < TRIES; i++) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                if (socket.getInputStream().read() == 'S' && Files.exists(files.at("pid"))) {
                    return;
                }
            } catch (IOException notYet) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(25));
            }
        }
        throw new IOException("sshd is not there: " + log());
    }

    /** What it wrote. */
    public String log() throws IOException {
        return Files.readString(files.at("log"), StandardCharsets.ISO_8859_1);
    }

    /** How to reach it. */
    public SshTarget target() {
        return files.reaching(SshTarget.parse("127.0.0.1").withPort(port));
    }

    /** Where its files are: configuration, log and keys. */
    public Path directory() {
        return files.directory();
    }

    /** Where it listens, on 127.0.0.1. */
    public int port() {
        return port;
    }

    /** Ends the listener and every connection of it, and nothing that runs over one. */
    public void stop() throws IOException {
        ProcessHandle listener = ProcessHandle.of(
                        Long.parseLong(Files.readString(files.at("pid")).strip()))
                .orElseThrow();
        List<ProcessHandle> servers = new ArrayList<>(List.of(listener));
        listener.descendants()
                .filter(process -> process.info().command().orElse("").endsWith("/sshd"))
                .forEach(servers::add);
        servers.forEach(ProcessHandle::destroyForcibly);
        await().until(() -> servers.stream().noneMatch(ProcessHandle::isAlive));
        Files.deleteIfExists(files.at("pid"));
    }

    /** Starts it again after it was stopped. */
    public void restart() throws IOException {
        launch();
        awaitReady();
    }

    @Override
    public void close() throws IOException {
        stop();
        machine.close();
        files.close();
    }
}
