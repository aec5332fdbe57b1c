package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What goes to the far side: first the line that says what to do, then what the program reads. Used on the host's thread. */
final class FarInput implements AutoCloseable {

    private static final int PIECE_BYTES = 64 << 10;

    private ByteBuffer current;
    private final Supplier<@Nullable ByteBuffer> rest;
    private final @Nullable FileChannel file;

    /**
     * Opens the input.
     *
     * @throws TinyboxException {@code file.failed} if it is a file that cannot be opened
     */
    FarInput(byte[] line, Stdin stdin, ProcessListener listener) {
        this.current = ByteBuffer.wrap(line);
        this.file = stdin.match(() -> null, b -> null, f -> open(f.path()), s -> null, () -> null);
        ByteBuffer bytes = stdin.match(() -> null, b -> ByteBuffer.wrap(b.content()), f -> null, s -> null, () -> null);
        if (file != null) {
            this.rest = () -> piece(file);
        } else if (bytes != null) {
            this.rest = () -> bytes.hasRemaining() ? bytes : null;
        } else {
            boolean listened = stdin.match(() -> false, b -> false, f -> false, s -> true, () -> true);
            this.rest = listened ? listener::input : () -> null;
        }
    }

    private static FileChannel open(Path path) {
        try {
            return FileChannel.open(path);
        } catch (IOException e) {
            throw TinyboxException.of(ErrorCode.FILE_FAILED, "the standard input '" + path + "' cannot be opened: " + e)
                    .remedy("check the file")
                    .cause(e)
                    .build();
        }
    }

    private @Nullable ByteBuffer piece(FileChannel from) {
        ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
        try {
            current = from.read(piece) < 0 ? piece.limit(0) : piece.flip();
        } catch (IOException endsIt) {
            current = piece.limit(0); // as a program that reads the file itself would take it
        }
        return current.hasRemaining() ? current : null;
    }

    @Nullable
    ByteBuffer next() {
        return current.hasRemaining() ? current : rest.get();
    }

    @Override
    public void close() {
        if (file != null) {
            try {
                file.close();
            } catch (IOException nothingWasWritten) {
                // and nothing is lost
            }
        }
    }
}
