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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A real sshd on the loopback interface with keys and a configuration of its own, for the user of the tests. */
public final class Sshd implements AutoCloseable {

    private static final Duration READY = Duration.ofSeconds(10);

    private final SshdFiles files;
    private final int port;
    private final List<String> within;
    private final Host machine;

    private Sshd(SshdFiles files, int port, List<String> within) {
        this.files = files;
        this.port = port;
        this.within = within;
        this.machine = new LocalHostProvider().open();
        launch();
    }

    /** Starts one with some lines more in its configuration. */
    public static Sshd start(String... more) throws IOException, InterruptedException {
        return start(List.of(), more);
    }

    /** Starts one by a program that starts the program it is given. */
    static Sshd start(List<String> within, String... more) throws IOException, InterruptedException {
        int port = freePort();
        List<String> lines = new ArrayList<>(List.of("ListenAddress 127.0.0.1", "Port " + port));
        lines.addAll(List.of(more));
        SshdFiles files = new SshdFiles("[127.0.0.1]:" + port, lines);
        if (isRoot()) {
            Files.createDirectories(Path.of("/run/sshd")); // where sshd gives up its privileges
        }
        Sshd sshd = new Sshd(files, port, within);
        sshd.awaitReady();
        return sshd;
    }

    /** Starts the server, which becomes a child of nobody's, as tinybox starts programs: what the JDK starts, and so its sessions, ignores two signals. */
    private void launch() {
        String command = "exec \"$@\" /usr/sbin/sshd -E \"$0/log\" -f \"$0/config\" -o \"PidFile=$0/pid\"";
        List<String> argv =
                new ArrayList<>(List.of("/bin/sh", "-c", command, directory().toString()));
        argv.addAll(within);
        LaunchPlan plan = LaunchPlan.of(argv, new Env(Map.of("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")), "/");
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

    /** It writes its number once it listens. */
    private void awaitReady() {
        await().atMost(READY).until(() -> Files.exists(files.at("pid")));
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

    /** The processes of the server that serve a connection each. */
    public List<ProcessHandle> connections() throws IOException {
        return listener()
                .descendants()
                .filter(process -> process.info().command().orElse("").contains("/sshd"))
                .toList();
    }

    private ProcessHandle listener() throws IOException {
        return ProcessHandle.of(Long.parseLong(Files.readString(files.at("pid")).strip()))
                .orElseThrow();
    }

    /** Ends the listener and every connection of it, and nothing that runs over one. */
    public void stop() throws IOException {
        List<ProcessHandle> servers = new ArrayList<>(connections());
        servers.add(0, listener());
        servers.forEach(ProcessHandle::destroyForcibly);
        await().until(() -> servers.stream().noneMatch(ProcessHandle::isAlive));
        Files.deleteIfExists(files.at("pid"));
    }

    /** Starts it again after it was stopped. */
    public void restart() {
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
