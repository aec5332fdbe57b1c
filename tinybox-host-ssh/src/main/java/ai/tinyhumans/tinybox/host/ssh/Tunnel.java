package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Signal;
import ai.tinyhumans.tinybox.exec.StdStream;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Lifetime;
import ai.tinyhumans.tinybox.spi.Passage;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import ai.tinyhumans.tinybox.spi.ShellScript;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A port of a target, on the loopback address of the host that the ssh client runs on, and from there on this machine. The
 * client is a program of that host, so it ends with the JVM as any does.
 */
final class Tunnel implements Passage, ProcessListener {

    private static final String SCRIPT = ShellScript.read(Tunnel.class.getResourceAsStream("tunnel.sh"));

    /** So many ports are tried: each may be somebody's, and ssh alone finds that out without a race, by binding it. */
    private static final int CANDIDATES = 20;

    /** The ports that Linux gives to connections begin at 32768 (ip_local_port_range in ip-sysctl.rst). */
    private static final int FIRST_PORT = 20_000;

    private static final int LAST_PORT = 32_767;

    /** A connection with its own limits, and some attempts. */
    private static final int PATIENCE_SECONDS = 60;

    /** ssh ends at once; what does not is killed. */
    private static final int GRACE_SECONDS = 5;

    private final SshTarget target;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final CompletableFuture<Integer> bound = new CompletableFuture<>();
    private final CompletableFuture<Boolean> over = new CompletableFuture<>();
    private final Client client = new Client();
    private volatile @Nullable Passage here;

    private Tunnel(SshTarget target) {
        this.target = target;
    }

    /**
     * Opens a tunnel and waits until it stands.
     *
     * @throws TinyboxException {@code host.*}, saying what ssh said; then nothing is left of it
     */
    static Tunnel open(SshTarget target, Host near, int port) {
        Tunnel tunnel = new Tunnel(target);
        List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, "tinybox", target.toString()));
        argv.addAll(List.of(Integer.toString(port), candidates()));
        argv.addAll(SshArgs.tunnel(target));
        Launch launch = new Launch(
                LaunchPlan.of(argv, near.environment(), "/"),
                near.newMarker(Lifetime.EXECUTION),
                Stdin.none(),
                Launch.Output.LISTENED);
        tunnel.client.started(near.start(launch, tunnel));
        try {
            tunnel.here = near.forward(tunnel.await(tunnel.bound, PATIENCE_SECONDS));
            return tunnel;
        } catch (RuntimeException e) {
            tunnel.close();
            throw e;
        }
    }

    private static String candidates() {
        return new SplittableRandom()
                .ints(CANDIDATES, FIRST_PORT, LAST_PORT + 1)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(" "));
    }

    private <T> T await(CompletableFuture<T> future, int seconds) {
        try {
            return Patience.await(future, seconds);
        } catch (ExecutionException | TimeoutException e) {
            throw SshFailure.ofConnecting(target, said());
        }
    }

    private synchronized byte[] said() {
        return err.toByteArray();
    }

    @Override
    public int port() {
        Passage open = here;
        return open == null ? -1 : open.port();
    }

    @Override
    public boolean isOpen() {
        Passage open = here;
        return open != null && open.isOpen() && !over.isDone();
    }

    @Override
    public int room(StdStream stream) {
        return 4 << 10;
    }

    @Override
    public synchronized void output(StdStream stream, ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        ByteArrayOutputStream kept = stream == StdStream.STDOUT ? out : err;
        if (kept.size() < TinyboxException.MAX_STDERR_BYTES) {
            kept.writeBytes(copy);
        }
        String text = out.toString(StandardCharsets.US_ASCII);
        if (text.startsWith("ready ") && text.endsWith("\n")) {
            bound.complete(Integer.parseInt(text.substring("ready ".length()).strip()));
        }
    }

    @Override
    public void exited() {
        client.died();
        bound.completeExceptionally(new IllegalStateException("ssh ended"));
        over.complete(true);
    }

    @Override
    public void close() {
        Passage open = here;
        if (open != null) {
            open.close();
        }
        signal(Signal.TERM);
        try {
            await(over, GRACE_SECONDS);
        } catch (TinyboxException stubborn) {
            signal(Signal.KILL);
            await(over, GRACE_SECONDS);
        }
    }

    private void signal(Signal signal) {
        client.alive().ifPresent(running -> running.signal(signal));
    }
}
