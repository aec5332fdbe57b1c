package ai.tinyhumans.tinybox.supervise;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Stdin;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Brings a command what it reads. Thread-safe. */
final class InputFeed {

    /** One piece of a stream: a full pipe (pipe(7)). */
    private static final int PIECE_BYTES = 64 << 10;

    private final Stdin stdin;
    private final String marker;
    private final InputQueue queue;
    private final Consumer<TinyboxException> onFailure;

    /** Makes a feed; {@code available} is called when there is something new, {@code onFailure} if a stream fails. */
    InputFeed(Stdin stdin, String marker, Runnable available, Consumer<TinyboxException> onFailure) {
        this.stdin = stdin;
        this.marker = marker;
        this.queue = new InputQueue(available);
        this.onFailure = onFailure;
        if (stdin instanceof Stdin.Bytes bytes) {
            queue.fill(bytes.content());
        }
    }

    /** Begins to feed, once the program runs. */
    void begin() {
        if (stdin instanceof Stdin.Stream stream) {
            Supervisor.daemon("tinybox-stdin-" + marker)
                    .newThread(() -> pump(stream.source()))
                    .start();
        }
        queue.announce();
    }

    private void pump(InputStream source) {
        byte[] piece = new byte[PIECE_BYTES];
        try (queue) {
            while (true) {
                int count;
                try {
                    count = source.read(piece);
                } catch (IOException | RuntimeException | Error e) { // else the program takes half for the whole
                    onFailure.accept(TinyboxException.of(
                                    ErrorCode.EXEC_STDIN_FAILED,
                                    "the stream given as standard input failed: " + e.getMessage())
                            .cause(e)
                            .build());
                    return;
                }
                if (count < 0) {
                    return;
                }
                queue.write(piece, 0, count);
            }
        } catch (IOException programReadsNoMore) {
            // its own business: how it ended tells
        }
    }

    /** Where the caller writes. */
    OutputStream writer() {
        if (stdin != Stdin.open()) {
            throw TinyboxException.of(ErrorCode.BOX_STATE, "the standard input is not open for writing")
                    .remedy("give the command Stdin.open()")
                    .build();
        }
        return queue;
    }

    /** The next bytes for the host; null at the end. */
    @Nullable
    ByteBuffer next() {
        return queue.next();
    }

    /** Says that nobody reads any more. */
    void abandon() {
        queue.abandon();
    }
}
