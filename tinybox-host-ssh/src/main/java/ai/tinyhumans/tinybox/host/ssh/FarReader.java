package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.spec.WorkspacePath;
import ai.tinyhumans.tinybox.spi.WorkspaceFiles;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** An open file of the far side, read block by block. Not thread-safe. */
final class FarReader implements WorkspaceFiles.Reader {

    /** As the script has it: some hundred round trips for the largest file, and little memory. */
    private static final int BLOCK_BYTES = 256 << 10;

    private final WorkspacePath path;
    private final FarShell shell;
    private final long size;
    private long number = -1;
    private byte[] block = {};

    private FarReader(WorkspacePath path, FarShell shell, long size) {
        this.path = path;
        this.shell = shell;
        this.size = size;
    }

    /** Waits until the file is open; the shell is closed with the reader, or at once if it cannot be opened. */
    static FarReader open(WorkspacePath path, FarShell shell) {
        try {
            return new FarReader(path, shell, Long.parseLong(FarFiles.text(FileReply.require(shell.reply(), path))));
        } catch (RuntimeException e) {
            shell.close();
            throw e;
        }
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public int read(long offset, ByteBuffer into) {
        long wanted = offset / BLOCK_BYTES;
        int from = (int) (offset % BLOCK_BYTES);
        if (wanted != number || from >= block.length) { // the file may have grown since
            fetch(wanted);
        }
        int count = Math.min(into.remaining(), block.length - from);
        if (count <= 0) {
            return into.hasRemaining() ? -1 : 0;
        }
        into.put(block, from, count);
        return count;
    }

    private void fetch(long wanted) {
        shell.send((wanted + "\n").getBytes(StandardCharsets.US_ASCII));
        FarShell.Reply reply = shell.reply();
        boolean pastEnd = reply.bytes().length == 0 && wanted * BLOCK_BYTES >= size;
        block = pastEnd ? new byte[0] : FileReply.require(reply, path);
        number = wanted;
    }

    @Override
    public void close() {
        shell.close();
    }
}
