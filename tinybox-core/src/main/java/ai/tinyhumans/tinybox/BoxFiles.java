package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.Text;
import ai.tinyhumans.tinybox.spec.WorkspacePath;
import ai.tinyhumans.tinybox.spi.FileStat;
import ai.tinyhumans.tinybox.spi.WorkspaceFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The files of a workspace, read and written from outside the box. Thread-safe. Paths are relative to the workspace, as
 * {@link WorkspacePath} reads them; a symbolic link is never followed, so nothing in the box can lead a call outside.
 *
 * <p>Methods throw {@link TinyboxException}: {@code file.path_invalid} before anything is touched, {@code file.not_found},
 * {@code file.wrong_type} if something of another type, or a link, is in the way, {@code handle.closed} once this is closed,
 * {@code file.failed} for the rest.
 */
public final class BoxFiles implements AutoCloseable {

    /** The most {@link #read(String)} returns: it is one array in memory. */
    public static final ByteSize MAX_READ = ByteSize.ofMiB(64);

    private static final int PIECE_BYTES = 64 << 10;

    private final WorkspaceFiles files;

    BoxFiles(WorkspaceFiles files) {
        this.files = files;
    }

    /**
     * Reads a regular file.
     *
     * @throws TinyboxException {@code file.too_large} if it has more than {@link #MAX_READ}
     */
    public byte[] read(String path) {
        try (InputStream in = open(path)) {
            byte[] content = in.readNBytes((int) MAX_READ.bytes() + 1);
            if (content.length > MAX_READ.bytes()) {
                throw TinyboxException.of(ErrorCode.FILE_TOO_LARGE, "'" + path + "' has more than " + MAX_READ)
                        .remedy("open it and read it piece by piece")
                        .build();
            }
            return content;
        } catch (IOException e) {
            throw TinyboxException.of(ErrorCode.FILE_FAILED, "'" + path + "' could not be read: " + Text.reason(e))
                    .cause(e)
                    .build();
        }
    }

    /** Opens a regular file for reading; the caller closes the stream. */
    public InputStream open(String path) {
        return new ReaderStream(files.read(WorkspacePath.parse(path)));
    }

    /**
     * Writes a regular file, its directories made as needed. The new content takes the place of the old in one step and is
     * on disk when this returns; if it fails, the old content stays. The permissions of the old file are kept; a new file
     * has those the umask leaves. At most 256 MiB.
     *
     * @throws TinyboxException {@code file.too_large} if the content is larger
     */
    public void write(String path, byte[] content) {
        try (WorkspaceFiles.Writer writer = files.write(WorkspacePath.parse(path))) {
            writer.write(ByteBuffer.wrap(content));
            writer.publish();
        }
    }

    /**
     * Writes a regular file from a stream, which stays the caller's to close; otherwise as {@link #write(String, byte[])}.
     *
     * @throws IOException if the stream fails; the old content stays
     */
    public void write(String path, InputStream content) throws IOException {
        byte[] piece = new byte[PIECE_BYTES];
        try (WorkspaceFiles.Writer writer = files.write(WorkspacePath.parse(path))) {
            for (int count = content.read(piece); count >= 0; count = content.read(piece)) {
                writer.write(ByteBuffer.wrap(piece, 0, count));
            }
            writer.publish();
        }
    }

    /** Describes a file, or a link itself. */
    public FileStat stat(String path) {
        return files.stat(WorkspacePath.parse(path));
    }

    /** What a link says it leads to, which need not exist; {@code file.wrong_type} if it is no link. */
    public String readLink(String path) {
        return files.readLink(WorkspacePath.parse(path));
    }

    /**
     * Describes the entries of the workspace, in the order of their names.
     *
     * @throws TinyboxException {@code file.too_large} if there are more than 100 000
     */
    public List<FileStat> list() {
        return files.list(WorkspacePath.ROOT);
    }

    /**
     * Describes the entries of a directory, in the order of their names.
     *
     * @throws TinyboxException {@code file.too_large} if there are more than 100 000
     */
    public List<FileStat> list(String path) {
        return files.list(WorkspacePath.parse(path));
    }

    /** Makes a directory and those above it; one that exists is no error. */
    public void mkdir(String path) {
        files.mkdir(WorkspacePath.parse(path));
    }

    /** Removes a file, a link, or a directory with all it holds, however deep its modes forbid it. */
    public void remove(String path) {
        files.remove(WorkspacePath.parse(path));
    }

    /** Closes it. What is being done goes on, and a stream that was opened stays open. Idempotent. */
    @Override
    public void close() {
        files.close();
    }

    /** A reader as a stream. */
    private static final class ReaderStream extends InputStream {

        private final WorkspaceFiles.Reader reader;
        private long position;
        private boolean closed;

        ReaderStream(WorkspaceFiles.Reader reader) {
            this.reader = reader;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (closed) {
                throw new IOException("the stream is closed");
            }
            int count = reader.read(position, ByteBuffer.wrap(into, offset, length));
            position += Math.max(0, count);
            return count;
        }

        @Override
        public void close() {
            closed = true;
            reader.close();
        }
    }
}
