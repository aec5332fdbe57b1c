package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.WorkspacePath;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The files below one directory, reached through directory handles: no link and no renaming inside the directory leads
 * outside. A symbolic link is never followed, wherever it points.
 *
 * <p>All methods throw {@link TinyboxException}: {@code file.not_found}, {@code file.wrong_type} if a link or another type
 * of file stands where a directory or regular file is needed, {@code handle.closed} once this is closed, {@code file.failed}
 * for the rest.
 *
 * @implSpec thread-safe
 */
public interface WorkspaceFiles extends AutoCloseable {

    /** The most entries {@link #list} returns; a larger directory is refused with {@code file.too_large}. */
    int MAX_ENTRIES = 100_000;

    /** Describes a file, or a link itself. */
    FileStat stat(WorkspacePath path);

    /** What a link says it leads to, which need not exist; {@code file.wrong_type} if it is no link. */
    String readLink(WorkspacePath path);

    /** Describes the entries of a directory, in the order of their names. */
    List<FileStat> list(WorkspacePath path);

    /** Opens a regular file for reading; the caller closes the reader. */
    Reader read(WorkspacePath path);

    /** Starts a new content for a regular file, its directories made as needed; the caller closes the writer. */
    Writer write(WorkspacePath path);

    /** Makes a directory and those above it; one that exists is no error. */
    void mkdir(WorkspacePath path);

    /**
     * Removes a file, a link, or a directory with all it holds. Makes directories accessible first where their mode
     * forbids it. An entry that cannot be removed does not stop its siblings; it is reported once at the end.
     */
    void remove(WorkspacePath path);

    /** Idempotent. What is being done goes on, and what was opened stays open. */
    @Override
    void close();

    /** An open file. Not thread-safe. */
    interface Reader extends AutoCloseable {

        /** Its size when it was opened, in bytes. */
        long size();

        /** Reads from a place into a buffer; returns the number of bytes, or -1 at the end. */
        int read(long offset, ByteBuffer into);

        @Override
        void close();
    }

    /**
     * A new content for a file, kept beside it until it is published. Not thread-safe. Until then, and if publishing
     * fails, the old content stays.
     */
    interface Writer extends AutoCloseable {

        /** Adds bytes. */
        void write(ByteBuffer bytes);

        /** Puts the new content in the place of the old, in one step, both on disk before this returns. */
        void publish();

        /** Drops the new content unless it was published. */
        @Override
        void close();
    }
}
