package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.bus.Limits;
import ai.tinyhumans.tinybox.host.local.syscall.Errno;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spec.WorkspacePath;
import ai.tinyhumans.tinybox.spi.WorkspaceFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A new content beside the file it will replace, in a file of its own name that only the owner can read. The name tells
 * which process writes it, so that the next writer in the directory removes what a dead one left.
 */
final class StagedFile implements WorkspaceFiles.Writer {

    private static final String PREFIX = ".tinybox-";
    private static final String SUFFIX = ".tmp";

    /** The whole name, so that nothing else is taken for one: process, its start, and a UUID. */
    private static final Pattern STAGED = Pattern.compile(Pattern.quote(PREFIX)
            + "(\\d{1,10})-(\\d{1,18})-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}" + Pattern.quote(SUFFIX));

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
        String staging = PREFIX + Self.name() + "-" + UUID.randomUUID() + SUFFIX;
        try (Scope undo = new Scope()) {
            Handle parent = directory.duplicate();
            undo.add(parent::close);
            Handle file = parent.madeFile(staging);
            undo.add(file::close);
            undo.add(() -> removeIfThere(parent, staging));
            FileChannel channel = file.channel(StandardOpenOption.WRITE);
            undo.keep();
            return new StagedFile(path, parent, name, staging, file, channel);
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
            Matcher staged = STAGED.matcher(entry);
            if (staged.matches() && !Self.isNamed(staged.group(1), staged.group(2))) {
                try {
                    directory.unlink(entry);
                } catch (SyscallException goneOrForbidden) {
                    // another writer removed it first, or it stays: it is in nobody's way
                }
            }
        }
    }

    /** Removes a staging file, unless the box did. */
    private static void removeIfThere(Handle directory, String staging) {
        try {
            directory.unlink(staging);
        } catch (SyscallException e) {
            if (e.errno() != Errno.ENOENT) {
                throw e;
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
        try (channel) {
            if (staged) {
                removeIfThere(parent, staging);
            }
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

        static String name() {
            return nameOf(ProcessHandle.current().pid());
        }

        private static String nameOf(long pid) {
            return pid + "-" + ProcStat.read(pid).map(ProcStat::startTick).orElse(0L);
        }

        /** Answers whether the process of that number began at that tick, so that it is alive still. */
        static boolean isNamed(String pid, String startTick) {
            return nameOf(Long.parseLong(pid)).equals(pid + "-" + startTick);
        }
    }
}
