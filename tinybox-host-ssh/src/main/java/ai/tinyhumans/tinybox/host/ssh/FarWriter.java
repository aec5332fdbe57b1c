package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.bus.Limits;
import ai.tinyhumans.tinybox.spec.WorkspacePath;
import ai.tinyhumans.tinybox.spi.WorkspaceFiles;
import java.nio.ByteBuffer;
import java.util.UUID;

/** A new content for a file of the far side, in a file beside it until it is published. Not thread-safe. */
final class FarWriter implements WorkspaceFiles.Writer {

    private static final int PIECE_BYTES = 64 << 10;

    /** What becomes of the staged file. */
    interface Staged {

        /** Puts it in the place of the old. */
        void publish();

        /** Removes it, if it is there. */
        void discard();
    }

    private final WorkspacePath path;
    private final FarShell shell;
    private final Staged staged;
    private long written;
    private boolean published;
    private boolean open = true;

    private FarWriter(WorkspacePath path, FarShell shell, Staged staged) {
        this.path = path;
        this.shell = shell;
        this.staged = staged;
    }

    /** The name of a staged file, by the rule that a host of that machine's own has: whoever finds it knows its maker. */
    static String nameOf(String maker) {
        return ".tinybox-" + maker + "-" + UUID.randomUUID() + ".tmp";
    }

    /** Waits until the staged file is there; the shell is closed with the writer, or at once if there is none. */
    static FarWriter open(WorkspacePath path, FarShell shell, Staged staged) {
        try {
            FileReply.require(shell.reply(), path);
            return new FarWriter(path, shell, staged);
        } catch (RuntimeException e) {
            shell.close();
            throw e;
        }
    }

    @Override
    public void write(ByteBuffer bytes) {
        written += bytes.remaining();
        if (written > Limits.MAX_FILE_BYTES) {
            throw FileReply.tooLarge(path, "would have more than " + Limits.MAX_FILE_BYTES + " bytes");
        }
        while (bytes.hasRemaining()) {
            byte[] piece = new byte[Math.min(bytes.remaining(), PIECE_BYTES)];
            bytes.get(piece);
            shell.send(piece);
        }
    }

    @Override
    public void publish() {
        shell.endInput();
        FileReply.require(shell.reply(), path);
        staged.publish();
        published = true;
    }

    @Override
    public void close() {
        if (!open) {
            return;
        }
        open = false;
        shell.close();
        if (!published) {
            staged.discard();
        }
    }
}
