package ai.tinyhumans.tinybox.host.local.syscall;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Calls on file descriptors. Every descriptor made here is close-on-exec, so that no program started by other code of this
 * JVM inherits it. A descriptor is an int that its holder closes once.
 */
public final class Fd {

    /** Open the place in the file tree, not the file: no permission on the file is needed (fcntl.h, Linux). */
    public static final int O_PATH = 0x200000;

    /** Fail unless it is a directory (asm-generic/fcntl.h; aarch64 differs: arch/arm64/include/uapi/asm/fcntl.h). */
    public static final int O_DIRECTORY = isAarch64() ? 0x4000 : 0x10000;

    /** Fail if the last component is a symbolic link (the same headers). */
    public static final int O_NOFOLLOW = isAarch64() ? 0x8000 : 0x20000;

    /** For reading. */
    public static final int O_RDONLY = 0;

    /** For writing. */
    public static final int O_WRONLY = 1;

    /** For both. */
    public static final int O_RDWR = 2;

    /** Make the file. */
    public static final int O_CREAT = 0x40;

    /** Fail if the file exists. */
    public static final int O_EXCL = 0x80;

    /** Do not block. */
    public static final int O_NONBLOCK = 0x800;

    private static final int PATH_MAX = 4096; // linux/limits.h
    private static final int O_CLOEXEC = 0x80000;
    private static final int F_DUPFD_CLOEXEC = 1030; // linux/fcntl.h
    private static final int F_SETPIPE_SZ = 1031; // linux/fcntl.h
    private static final int F_SETFL = 4; // asm-generic/fcntl.h
    private static final int F_OK = 0; // unistd.h
    private static final long FIONREAD = 0x541B; // asm-generic/ioctls.h
    private static final int MFD_CLOEXEC = 1; // linux/memfd.h
    private static final short POLLIN = 1; // poll.h

    private Fd() {}

    static boolean isAarch64() {
        return System.getProperty("os.arch").equals("aarch64");
    }

    /** Opens a path. */
    public static int open(byte[] path, int flags) {
        byte[] name = Libc.cString(path);
        return Libc.check("open", "path", () -> Libc.open(name, flags | O_CLOEXEC, 0));
    }

    /** Opens a path that is a constant or made by tinybox. */
    public static int open(String path, int flags) {
        byte[] name = Libc.cString(path);
        return Libc.check("open", path, () -> Libc.open(name, flags | O_CLOEXEC, 0));
    }

    /** Opens a name in a directory; {@code mode} is for a file that is made. */
    public static int openat(int directory, byte[] name, int flags, int mode) {
        byte[] path = Libc.cString(name);
        return Libc.check("openat", "name", () -> Libc.openat(directory, path, flags | O_CLOEXEC, mode));
    }

    /** Answers whether a path, perhaps relative to a directory, leads to something; a link to nothing does not. */
    public static boolean exists(int directory, byte[] path) {
        return Libc.faccessat(directory, Libc.cString(path), F_OK, 0) == 0;
    }

    /**
     * The path of an open file without links (proc(5), /proc/pid/fd). One that was removed is named as it was, with a
     * remark; one that has no path is described.
     */
    public static byte[] pathOf(int fd) {
        return readLink(("/proc/self/fd/" + fd).getBytes(StandardCharsets.US_ASCII));
    }

    /** What a link says; EINVAL if it is none. */
    public static byte[] readLink(byte[] path) {
        byte[] link = Libc.cString(path);
        byte[] said = new byte[PATH_MAX];
        int length = (int) Libc.checkLong("readlink", "path", () -> Libc.readlink(link, said, PATH_MAX));
        return Arrays.copyOf(said, length);
    }

    /** Answers whether an open file is a directory. */
    public static boolean isDirectory(int fd) {
        return exists(fd, new byte[] {'.'});
    }

    /** Makes a pipe: the end to read, then the end to write. */
    public static int[] pipe() {
        int[] ends = new int[2];
        Libc.check("pipe2", "O_CLOEXEC", () -> Libc.pipe2(ends, O_CLOEXEC));
        return ends;
    }

    /** Makes an empty file in memory, to be written and read. */
    public static int memory() {
        byte[] name = Libc.cString("tinybox");
        return Libc.check("memfd_create", "MFD_CLOEXEC", () -> Libc.memfd_create(name, MFD_CLOEXEC));
    }

    /** Makes a file in memory with this content, to be read, its position at the start. */
    public static int memory(byte[] content) {
        int fd = memory();
        try {
            ByteBuffer buffer =
                    ByteBuffer.allocateDirect(Math.max(1, content.length)).put(content);
            for (int done = 0; done < content.length; ) {
                buffer.position(done);
                ByteBuffer rest = buffer.slice();
                done += (int) Libc.checkLong("write", "memfd", () -> Libc.write(fd, rest, rest.remaining()));
            }
            return open("/proc/self/fd/" + fd, O_RDONLY);
        } finally {
            close(fd);
        }
    }

    /** Makes a second descriptor for the same open file, numbered {@code least} or higher. */
    public static int duplicate(int fd, int least) {
        return Libc.check("fcntl", "F_DUPFD_CLOEXEC", () -> Libc.fcntl(fd, F_DUPFD_CLOEXEC, least));
    }

    /** Makes reads and writes fail with EAGAIN instead of waiting. The flags of a pipe end that was just made are gone. */
    public static void setNonBlocking(int fd) {
        Libc.check("fcntl", "F_SETFL", () -> Libc.fcntl(fd, F_SETFL, O_NONBLOCK));
    }

    /** Gives a pipe a larger buffer; false if this user has used up what the kernel allows for that (pipe(7)). */
    public static boolean enlargePipe(int fd, int bytes) {
        return Libc.fcntl(fd, F_SETPIPE_SZ, bytes) >= bytes;
    }

    /** How many bytes are in a pipe. */
    public static int available(int fd) {
        int[] count = new int[1];
        Libc.check("ioctl", "FIONREAD", () -> Libc.ioctl(fd, FIONREAD, count));
        return count[0];
    }

    /** Waits until a descriptor can be read, or is at its end; false if neither comes in time. */
    public static boolean awaitReadable(int fd, int timeoutMillis) {
        return awaitReadable(fd, timeoutMillis, pollEntry());
    }

    /** Memory for one call at a time of {@link #awaitReadable(int, int, ByteBuffer)}. */
    public static ByteBuffer pollEntry() {
        return ByteBuffer.allocateDirect(8).order(ByteOrder.nativeOrder()); // struct pollfd (poll.h)
    }

    /** The same, with memory that was made before. */
    public static boolean awaitReadable(int fd, int timeoutMillis, ByteBuffer entry) {
        entry.clear().putInt(fd).putShort(POLLIN).putShort((short) 0).flip();
        return Libc.check("poll", "fd " + fd, () -> Libc.poll(entry, 1, timeoutMillis)) > 0;
    }

    /**
     * Reads into a direct buffer from its start, at most {@code count} bytes, and sets its limit after them. Returns how
     * many, 0 at the end.
     */
    public static int read(int fd, ByteBuffer buffer, int count) {
        buffer.position(0); // JNA passes the address of the position
        int done = (int) Libc.checkLong("read", "fd " + fd, () -> Libc.read(fd, buffer, count));
        buffer.limit(done).position(0);
        return done;
    }

    /** The same from a place in the file. */
    public static int pread(int fd, ByteBuffer buffer, int count, long offset) {
        buffer.position(0);
        int done = (int) Libc.checkLong("pread", "fd " + fd, () -> Libc.pread(fd, buffer, count, offset));
        buffer.limit(done).position(0);
        return done;
    }

    /** Writes the start of a direct buffer, at most {@code count} bytes. Returns how many. */
    public static int write(int fd, ByteBuffer buffer, int count) {
        buffer.position(0);
        return (int) Libc.checkLong("write", "fd " + fd, () -> Libc.write(fd, buffer, count));
    }

    /** Closes a descriptor. It is closed even if the call fails (close(2)), so a failure is not reported. */
    public static void close(int fd) {
        Libc.close(fd);
    }
}
