package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.bus.Limits;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spec.WorkspacePath;
import ai.tinyhumans.tinybox.spi.WorkspaceFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A new content beside the file it will replace, in a file of its own name that only the owner can read. The name tells
 * which process writes it, so that the next writer in the directory removes what a dead one left.
 */
final class StagedFile implements WorkspaceFiles.Writer {

    private static final String PREFIX = ".tinybox-";
    private static final String SUFFIX = ".tmp";

    /** How many entries of a directory are looked at for left-over files. */
    private static final int MAX_SWEEP = 10_000;

    private final WorkspacePath path;
    private final Handle parent;
    private final String name;
    private final String staging;
    private final Handle file;
    private final FileChannel channel;
    private boolean staged = true;
    private boolean open = true;

    private StagedFile(
            WorkspacePath path, Handle parent, String name, String staging, Handle file, FileChannel channel) {
        this.path = path;
        this.parent = parent;
        this.name = name;
        this.staging = staging;
        this.file = file;
        this.channel = channel;
    }

    static StagedFile create(WorkspacePath path, Handle directory, String name) throws IOException {
        PosixFileAttributes old = attributesOf(directory, name);
        if (old != null && !old.isRegularFile() && !old.isSymbolicLink()) {
            throw FileFailure.wrongType(path);
        }
        removeLeftovers(directory);
        Handle parent = directory.duplicate();
        String staging = PREFIX + Self.NAME + "-" + UUID.randomUUID() + SUFFIX;
        try {
            Handle file = parent.madeFile(staging);
            return new StagedFile(path, parent, name, staging, file, file.channel(StandardOpenOption.WRITE));
        } catch (SyscallException e) {
            parent.close();
            throw e;
        }
    }

    private static @Nullable PosixFileAttributes attributesOf(Handle directory, String name) throws IOException {
        try (Handle old = directory.child(name)) {
            return old.attributes();
        } catch (SyscallException none) {
            return null;
        }
    }

    private static void removeLeftovers(Handle directory) {
        for (String entry : directory.names(MAX_SWEEP)) {
            if (entry.startsWith(PREFIX) && entry.endsWith(SUFFIX) && !Self.isWriterAlive(entry)) {
                try {
                    directory.unlink(entry);
                } catch (SyscallException gone) {
                    // another writer removed it first
                }
            }
        }
    }

    @Override
    public void write(ByteBuffer bytes) {
        try {
            if (channel.position() + bytes.remaining() > Limits.MAX_FILE_BYTES) {
                throw FileFailure.tooLarge(path, "would have more than " + Limits.MAX_FILE_BYTES + " bytes");
            }
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            throw FileFailure.of(path, e);
        }
    }

    /** The new file takes the permissions of the old; without an old one, those the umask leaves. */
    @Override
    public void publish() {
        try {
            PosixFileAttributes old = attributesOf(parent, name);
            file.setPermissions(old != null && old.isRegularFile() ? old.permissions() : Permissions.ofNewFile());
            channel.force(true);
            parent.rename(staging, name);
            staged = false;
            parent.sync();
        } catch (SyscallException e) {
            throw FileFailure.of(path, e);
        } catch (IOException e) {
            throw FileFailure.of(path, e);
        }
    }

    @Override
    public void close() {
        if (!open) {
            return;
        }
        open = false;
        try {
            if (staged) {
                parent.unlink(staging);
            }
            channel.close();
        } catch (SyscallException e) {
            throw FileFailure.of(path, e);
        } catch (IOException e) {
            throw FileFailure.of(path, e);
        } finally {
            file.close();
            parent.close();
        }
    }

    /** Tells this process from all others, in a file name. */
    private static final class Self {

        static final String NAME = nameOf(ProcessHandle.current().pid());

        private static String nameOf(long pid) {
            return pid + "-" + ProcStat.read(pid).map(ProcStat::startTick).orElse(0L);
        }

        static boolean isWriterAlive(String entry) {
            String[] parts = entry.substring(PREFIX.length()).split("-", 3);
            try {
                return parts.length == 3 && nameOf(Long.parseLong(parts[0])).equals(parts[0] + "-" + parts[1]);
            } catch (NumberFormatException notOurs) {
                return true;
            }
        }
    }
}
