package ai.tinyhumans.tinybox.host.local.syscall;

/** A system call that failed, as in {@code openat(cwd): ENOENT (2)}. Caught and given a meaning by whoever called. */
public final class SyscallException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final Errno errno;

    private SyscallException(String message, Errno errno) {
        super(message, null, true, false);
        this.errno = errno;
    }

    static SyscallException of(String call, int number, String detail) {
        Errno errno = Errno.of(number);
        return new SyscallException(
                call + "(" + detail + "): " + (errno == Errno.OTHER ? "errno" : errno) + " (" + number + ")", errno);
    }

    /** Why it failed. */
    public Errno errno() {
        return errno;
    }
}
