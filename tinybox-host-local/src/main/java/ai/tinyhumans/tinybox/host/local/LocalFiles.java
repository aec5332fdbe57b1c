package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.host.local.syscall.Errno;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spec.WorkspacePath;
import ai.tinyhumans.tinybox.spi.FileStat;
import ai.tinyhumans.tinybox.spi.WorkspaceFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;

/** Workspace files on this machine, reached from one directory by handles. */
final class LocalFiles implements WorkspaceFiles {

    private final Handle root;

    /** The number of a closed handle soon means another file, perhaps another box's: guarded by this. */
    private boolean closed;

    private LocalFiles(Handle root) {
        this.root = root;
    }

    static LocalFiles open(String root) {
        try {
            return new LocalFiles(Handle.ofRoot(root));
        } catch (SyscallException e) {
            throw FileFailure.ofRoot(root, e);
        }
    }

    @Override
    public FileStat stat(WorkspacePath path) {
        return inParent(path, Handle::directory, LocalFiles::stat);
    }

    private static FileStat stat(Handle parent, String name) throws IOException {
        try (Handle file = parent.child(name)) {
            PosixFileAttributes attributes = file.attributes();
            return new FileStat(
                    name,
                    typeOf(attributes),
                    attributes.size(),
                    Permissions.toMode(attributes.permissions()),
                    attributes.lastModifiedTime().toInstant());
        }
    }

    private static FileStat.Type typeOf(PosixFileAttributes attributes) {
        if (attributes.isRegularFile()) {
            return FileStat.Type.FILE;
        }
        if (attributes.isDirectory()) {
            return FileStat.Type.DIRECTORY;
        }
        return attributes.isSymbolicLink() ? FileStat.Type.LINK : FileStat.Type.OTHER;
    }

    @Override
    public String readLink(WorkspacePath path) {
        return inParent(path, Handle::directory, (parent, name) -> {
            try {
                return parent.readLink(name);
            } catch (SyscallException e) {
                throw e.errno() == Errno.EINVAL ? FileFailure.wrongType(path) : e; // readlink(2): it is no link
            }
        });
    }

    @Override
    public List<FileStat> list(WorkspacePath path) {
        return inDirectory(path, Handle::directory, directory -> {
            List<String> names = new ArrayList<>(directory.names(MAX_ENTRIES));
            if (names.size() > MAX_ENTRIES) {
                throw FileFailure.tooLarge(path, "has more than " + MAX_ENTRIES + " entries");
            }
            Collections.sort(names);
            List<FileStat> entries = new ArrayList<>();
            for (String name : names) {
                try {
                    entries.add(stat(directory, name));
                } catch (SyscallException gone) {
                    // removed since its name was read: it is not an entry any more
                }
            }
            return entries;
        });
    }

    @Override
    public Reader read(WorkspacePath path) {
        return inParent(path, Handle::directory, (parent, name) -> {
            try (Handle file = parent.child(name)) {
                PosixFileAttributes attributes = file.attributes();
                if (!attributes.isRegularFile()) {
                    throw FileFailure.wrongType(path);
                }
                return new OpenFile(path, file.channel(StandardOpenOption.READ), attributes.size());
            }
        });
    }

    @Override
    public Writer write(WorkspacePath path) {
        return inParent(path, Handle::madeDirectory, (parent, name) -> StagedFile.create(path, parent, name));
    }

    @Override
    public void mkdir(WorkspacePath path) {
        inDirectory(path, Handle::madeDirectory, directory -> directory);
    }

    @Override
    public void remove(WorkspacePath path) {
        inParent(path, Handle::directory, (parent, name) -> {
            new TreeRemoval(path).remove(parent, name);
            return path;
        });
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            root.close();
        }
    }

    /** The directory for one operation, which goes on in it if this is closed meanwhile. */
    private synchronized Handle entered() {
        if (closed) {
            throw TinyboxException.of(ErrorCode.HANDLE_CLOSED, "these files are closed")
                    .remedy("open them again")
                    .build();
        }
        return root.duplicate();
    }

    /** What is done in a directory. */
    private interface InDirectory<T> {
        T apply(Handle directory) throws IOException;
    }

    /** What is done to a name in a directory. */
    private interface InParent<T> {
        T apply(Handle parent, String name) throws IOException;
    }

    private <T> T inParent(WorkspacePath path, BiFunction<Handle, String, Handle> step, InParent<T> action) {
        List<String> components = path.components();
        if (components.isEmpty()) {
            throw FileFailure.wrongType(path);
        }
        int last = components.size() - 1;
        WorkspacePath parent = new WorkspacePath(components.subList(0, last));
        return walk(path, parent, step, directory -> action.apply(directory, components.get(last)));
    }

    private <T> T inDirectory(WorkspacePath path, BiFunction<Handle, String, Handle> step, InDirectory<T> action) {
        return walk(path, path, step, action);
    }

    private <T> T walk(
            WorkspacePath asked, WorkspacePath to, BiFunction<Handle, String, Handle> step, InDirectory<T> action) {
        try (Handle from = entered()) {
            return walk(from, to.components(), step, action);
        } catch (SyscallException e) {
            throw FileFailure.of(asked, e);
        } catch (IOException e) {
            throw FileFailure.of(asked, e);
        }
    }

    private static <T> T walk(
            Handle from, List<String> names, BiFunction<Handle, String, Handle> step, InDirectory<T> action)
            throws IOException {
        if (names.isEmpty()) {
            return action.apply(from);
        }
        try (Handle next = step.apply(from, names.get(0))) {
            return walk(next, names.subList(1, names.size()), step, action);
        }
    }

    private record OpenFile(WorkspacePath path, FileChannel channel, long size) implements Reader {

        @Override
        public int read(long offset, ByteBuffer into) {
            try {
                return channel.read(into, offset);
            } catch (IOException e) {
                throw FileFailure.of(path, e);
            }
        }

        @Override
        public void close() {
            try {
                channel.close();
            } catch (IOException e) {
                throw FileFailure.of(path, e);
            }
        }
    }
}
