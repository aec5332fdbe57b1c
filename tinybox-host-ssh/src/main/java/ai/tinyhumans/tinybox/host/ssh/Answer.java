package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.exec.Signal;
import ai.tinyhumans.tinybox.exec.StdStream;
import ai.tinyhumans.tinybox.spi.HostProcess;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Everything an ssh client says, until it is dead. Calls come from the host's thread. */
final class Answer implements ProcessListener {

    private final @Nullable FarInput input;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final CompletableFuture<Boolean> over = new CompletableFuture<>();
    private final Client client = new Client();
    private int open = StdStream.values().length;

    /** Hears a client that reads an input, or none. */
    Answer(@Nullable FarInput input) {
        this.input = input;
    }

    /** Takes the client, which may be dead by now. */
    void attach(HostProcess ssh) {
        client.started(ssh);
    }

    /** Kills the client, if it is not dead. */
    void kill() {
        client.alive().ifPresent(ssh -> ssh.signal(Signal.KILL));
    }

    /** Completed when it is dead and all it said is there. */
    CompletableFuture<Boolean> over() {
        return over;
    }

    byte[] stderr() {
        return err.toByteArray();
    }

    /** What it said between two tokens, if it said both. */
    Optional<byte[]> between(String token) {
        byte[] all = out.toByteArray();
        byte[] mark = (token + "\n").getBytes(StandardCharsets.US_ASCII);
        int first = indexOf(all, mark, 0);
        int second = first < 0 ? -1 : indexOf(all, mark, first + mark.length);
        return second < 0 ? Optional.empty() : Optional.of(Arrays.copyOfRange(all, first + mark.length, second));
    }

    private static int indexOf(byte[] all, byte[] part, int from) {
        for (int i = from; i <= all.length - part.length; i++) {
            if (Arrays.equals(all, i, i + part.length, part, 0, part.length)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int room(StdStream stream) {
        return 64 << 10;
    }

    @Override
    public void output(StdStream stream, ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        (stream == StdStream.STDOUT ? out : err).writeBytes(copy);
    }

    @Override
    public void outputEnded(StdStream stream) {
        open--;
        if (open == 0) {
            over.complete(true);
        }
    }

    @Override
    public @Nullable ByteBuffer input() {
        return input == null ? null : input.next();
    }

    @Override
    public void exited() {
        client.died();
    }
}
