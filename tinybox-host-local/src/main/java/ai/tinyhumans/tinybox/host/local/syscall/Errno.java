package ai.tinyhumans.tinybox.host.local.syscall;

/** Error numbers (asm-generic/errno-base.h, asm-generic/errno.h). */
public enum Errno {
    /** Operation not permitted. */
    EPERM(1),
    /** No such file or directory. */
    ENOENT(2),
    /** No such process. */
    ESRCH(3),
    /** Interrupted system call. */
    EINTR(4),
    /** Input/output error. */
    EIO(5),
    /** Argument list too long. */
    E2BIG(7),
    /** Exec format error. */
    ENOEXEC(8),
    /** Bad file descriptor. */
    EBADF(9),
    /** No child processes. */
    ECHILD(10),
    /** Resource temporarily unavailable. */
    EAGAIN(11),
    /** Cannot allocate memory. */
    ENOMEM(12),
    /** Permission denied. */
    EACCES(13),
    /** File exists. */
    EEXIST(17),
    /** Not a directory. */
    ENOTDIR(20),
    /** Is a directory. */
    EISDIR(21),
    /** Invalid argument. */
    EINVAL(22),
    /** Too many open files in system. */
    ENFILE(23),
    /** Too many open files. */
    EMFILE(24),
    /** Text file busy. */
    ETXTBSY(26),
    /** No space left on device. */
    ENOSPC(28),
    /** Read-only file system. */
    EROFS(30),
    /** Broken pipe. */
    EPIPE(32),
    /** File name too long. */
    ENAMETOOLONG(36),
    /** Function not implemented. */
    ENOSYS(38),
    /** Directory not empty. */
    ENOTEMPTY(39),
    /** Too many levels of symbolic links. */
    ELOOP(40),
    /** Operation not supported. */
    EOPNOTSUPP(95),
    /** Any other. */
    OTHER(-1);

    private final int number;

    Errno(int number) {
        this.number = number;
    }

    /** The name of a number. */
    public static Errno of(int number) {
        for (Errno errno : values()) {
            if (errno.number == number) {
                return errno;
            }
        }
        return OTHER;
    }
}
