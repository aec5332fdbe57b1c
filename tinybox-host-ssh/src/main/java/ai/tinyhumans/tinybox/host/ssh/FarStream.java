package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.exec.StdStream;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * One output stream of a far program: what {@link Frames} finds in it, and what its listener has no room for yet. Guarded by
 * the lock of the process.
 */
final class FarStream {

    /** What is read ahead, as a pipe would hold it (pipe(7)): so the end of a program is seen before its output is taken. */
    private static final int BACKLOG_BYTES = 64 << 10;

    private final StdStream stream;
    private final ProcessListener listener;
    private final Frames frames;
    private ByteBuffer backlog = ByteBuffer.allocate(0);
    private boolean complete;
    private boolean endTold;

    FarStream(StdStream stream, ProcessListener listener, String token, Consumer<String> onLine) {
        this.stream = stream;
        this.listener = listener;
        this.frames = new Frames(token, new Frames.Ears() {
            @Override
            public void line(String text) {
                onLine.accept(text);
            }

            @Override
            public void bytes(ByteBuffer bytes) {
                append(bytes);
            }
        });
    }

    private void append(ByteBuffer bytes) {
        ByteBuffer joined = ByteBuffer.allocate(backlog.remaining() + bytes.remaining());
        backlog = joined.put(backlog).put(bytes).flip();
    }

    /** How much can be read now. */
    int room() {
        flush();
        long room = frames.isData() ? listener.room(stream) + (long) BACKLOG_BYTES : BACKLOG_BYTES;
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, room - backlog.remaining() - frames.held()));
    }

    void take(ByteBuffer bytes) {
        frames.take(bytes);
        flush();
    }

    /** Nothing more will be read. */
    void complete() {
        complete = true;
        flush();
    }

    boolean isComplete() {
        return complete;
    }

    /** Gives the listener what it has room for, and tells it of the end after the last of it. */
    void flush() {
        while (backlog.hasRemaining()) {
            int count = Math.min(backlog.remaining(), listener.room(stream));
            if (count <= 0) {
                return;
            }
            listener.output(stream, backlog.slice().limit(count));
            backlog.position(backlog.position() + count);
        }
        if (complete && !endTold) {
            endTold = true;
            listener.outputEnded(stream);
        }
    }

    /** What somebody else than the program wrote to it. */
    void addForeignTo(ByteArrayOutputStream all) {
        all.writeBytes(frames.foreign());
    }
}
