package ai.tinyhumans.tinybox.linux.landlock;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.host.local.syscall.Errno;
import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.Text;
import java.util.Optional;

/**
 * A place that is held open: a rule is made for just what was looked at, whatever its path leads to by then. Its owner
 * closes it.
 *
 * @param fd a descriptor of it (O_PATH)
 * @param directory whether it is a directory
 * @param writable whether it may be written
 */
record OpenPlace(int fd, boolean directory, boolean writable) implements AutoCloseable {

    /**
     * Opens a place.
     *
     * @return empty if it does not exist and need not
     * @throws TinyboxException {@code file.not_found} if it must; {@code file.failed} if it cannot be looked up
     */
    static Optional<OpenPlace> of(LandlockRules.Place place) {
        try {
            int fd = Fd.open(Text.encode(place.path()), Fd.O_PATH);
            try {
                return Optional.of(new OpenPlace(fd, Fd.isDirectory(fd), place.writable()));
            } catch (SyscallException e) {
                Fd.close(fd);
                throw e;
            }
        } catch (SyscallException e) {
            boolean absent = e.errno() == Errno.ENOENT || e.errno() == Errno.ENOTDIR;
            if (!place.required() && (absent || e.errno() == Errno.EACCES)) {
                return Optional.empty();
            }
            throw TinyboxException.of(
                            absent ? ErrorCode.FILE_NOT_FOUND : ErrorCode.FILE_FAILED,
                            "'" + Text.printable(place.path())
                                    + "', which the jail is to give access to, cannot be opened: " + e.getMessage())
                    .remedy("make it, or grant something that exists")
                    .build();
        }
    }

    /** Where it really is. */
    HostPath path() {
        return pathOf(fd);
    }

    /**
     * Where a path really leads, as far as it exists: the rest is appended as it is.
     *
     * @throws TinyboxException {@code file.failed} if it cannot be looked up
     */
    static HostPath resolve(HostPath path) {
        try {
            int fd = Fd.open(Text.encode(path.value()), Fd.O_PATH);
            try {
                return pathOf(fd);
            } finally {
                Fd.close(fd);
            }
        } catch (SyscallException e) {
            boolean absent = e.errno() == Errno.ENOENT || e.errno() == Errno.ENOTDIR;
            if (absent && !path.equals(HostPath.ROOT)) {
                return locate(path);
            }
            throw TinyboxException.of(
                            ErrorCode.FILE_FAILED,
                            "'" + Text.printable(path.value()) + "', which the jail has to look up, cannot be found: "
                                    + e.getMessage())
                    .remedy("see where it leads: what cannot be found cannot be judged")
                    .build();
        }
    }

    /** Where the name of a path really is, whatever it is a link to. */
    static HostPath locate(HostPath path) {
        int slash = path.value().lastIndexOf('/');
        HostPath parent =
                slash == 0 ? HostPath.ROOT : resolve(new HostPath(path.value().substring(0, slash)));
        return new HostPath(parent.value() + path.value().substring(slash));
    }

    private static HostPath pathOf(int fd) {
        return new HostPath(Text.decode(Fd.pathOf(fd)));
    }

    @Override
    public void close() {
        Fd.close(fd);
    }
}
