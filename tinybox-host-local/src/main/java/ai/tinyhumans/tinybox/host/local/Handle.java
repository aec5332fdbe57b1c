package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.host.local.syscall.Directory;
import ai.tinyhumans.tinybox.host.local.syscall.Errno;
import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spec.Text;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One place in a file tree, held open by O_PATH: whatever happens to its name, it stays that file. Opening one neither
 * follows a link nor waits for the other end of a pipe, so it is safe on whatever a box put there; what it is can be asked
 * before it is opened in earnest. All further access goes through {@code /proc/self/fd}, which leads to the very file and
 * needs no name (proc(5)). Not thread-safe.
 */
final class Handle implements AutoCloseable {

    private final int fd;

    private Handle(int fd) {
        this.fd = fd;
    }

    /** Opens a directory by its path, which is the caller's and trusted. */
    static Handle ofRoot(String path) {
        return new Handle(Fd.open(Text.encode(path), Fd.O_PATH | Fd.O_DIRECTORY));
    }

    /** Opens this place once more, for a holder that outlives this one. */
    Handle duplicate() {
        return new Handle(Fd.duplicate(fd, 0));
    }

    /** Opens whatever has a name in this directory. */
    Handle child(String name) {
        return new Handle(Fd.openat(fd, Text.encode(name), Fd.O_PATH | Fd.O_NOFOLLOW, 0));
    }

    /** Opens a directory in this directory. */
    Handle directory(String name) {
        return new Handle(Fd.openat(fd, Text.encode(name), Fd.O_PATH | Fd.O_NOFOLLOW | Fd.O_DIRECTORY, 0));
    }

    /** Opens a directory in this directory, making it if it is not there. */
    Handle madeDirectory(String name) {
        try {
            Directory.mkdirat(fd, Text.encode(name), 0777);
        } catch (SyscallException e) {
            if (e.errno() != Errno.EEXIST) {
                throw e;
            }
        }
        return directory(name);
    }

    /** Makes a file in this directory that only its owner can read, and opens it. */
    Handle madeFile(String name) {
        return new Handle(Fd.openat(fd, Text.encode(name), Fd.O_CREAT | Fd.O_EXCL | Fd.O_NOFOLLOW | Fd.O_RDWR, 0600));
    }

    /** What a link in this directory says. */
    String readLink(String name) {
        return Text.decode(Fd.readLink(Text.encode("/proc/self/fd/" + fd + "/" + name)));
    }

    PosixFileAttributes attributes() throws IOException {
        return Files.readAttributes(path(), PosixFileAttributes.class);
    }

    void setPermissions(Set<PosixFilePermission> permissions) throws IOException {
        Files.setPosixFilePermissions(path(), permissions);
    }

    /** Adds what the owner needs to list and change a directory. */
    void makeAccessible() throws IOException {
        Set<PosixFilePermission> permissions = EnumSet.copyOf(Permissions.OWNER_ALL);
        permissions.addAll(attributes().permissions());
        setPermissions(permissions);
    }

    FileChannel channel(OpenOption... options) throws IOException {
        return FileChannel.open(path(), options);
    }

    /** The names in this directory. */
    List<String> names(int limit) {
        int readable = Fd.open("/proc/self/fd/" + fd, Fd.O_RDONLY | Fd.O_DIRECTORY);
        try {
            return Directory.names(readable, limit).stream().map(Text::decode).collect(Collectors.toList());
        } finally {
            Fd.close(readable);
        }
    }

    /** Writes this directory's entries to disk. */
    void sync() throws IOException {
        try (FileChannel directory = channel(StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    void rename(String from, String to) {
        Directory.renameat(fd, Text.encode(from), Text.encode(to));
    }

    void unlink(String name) {
        Directory.unlinkat(fd, Text.encode(name));
    }

    void removeDirectory(String name) {
        Directory.removeAt(fd, Text.encode(name));
    }

    private Path path() {
        return Path.of("/proc/self/fd/" + fd);
    }

    @Override
    public void close() {
        Fd.close(fd);
    }
}
