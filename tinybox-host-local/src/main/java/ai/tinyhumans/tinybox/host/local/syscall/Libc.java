package ai.tinyhumans.tinybox.host.local.syscall;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * The C library, bound once. Methods keep their C names; wrappers that turn a failure into a {@link SyscallException} are
 * in the classes beside this one.
 */
final class Libc {

    static {
        Native.register(Libc.class, NativeLibrary.getInstance("c"));
    }

    private Libc() {}

    static native int open(byte[] path, int flags, int mode);

    static native int openat(int dirfd, byte[] path, int flags, int mode);

    static native int faccessat(int dirfd, byte[] path, int mode, int flags);

    static native long readlink(byte[] path, byte[] buffer, long size);

    static native int mkdirat(int dirfd, byte[] path, int mode);

    static native int unlinkat(int dirfd, byte[] path, int flags);

    static native int renameat(int olddirfd, byte[] oldpath, int newdirfd, byte[] newpath);

    static native int close(int fd);

    static native int fcntl(int fd, int command, int argument);

    static native int ioctl(int fd, long request, int[] value);

    static native int pipe2(int[] fds, int flags);

    static native long read(int fd, ByteBuffer buffer, long count);

    static native long pread(int fd, ByteBuffer buffer, long count, long offset);

    static native long write(int fd, ByteBuffer buffer, long count);

    static native int socketpair(int domain, int type, int protocol, int[] sockets);

    static native long sendmsg(int socket, ByteBuffer message, int flags);

    static native int memfd_create(byte[] name, int flags);

    static native int epoll_create1(int flags);

    static native int epoll_ctl(int epfd, int operation, int fd, byte[] event);

    static native int epoll_wait(int epfd, ByteBuffer events, int maxEvents, int timeoutMillis);

    static native int poll(ByteBuffer fds, long count, int timeoutMillis);

    static native int kill(int pid, int signal);

    static native int wait4(int pid, int[] status, int options, long[] rusage);

    static native int getrusage(int who, long[] rusage);

    static native int waitid(int idType, int id, int[] info, int options);

    static native long syscall(long number, long a, long b, long c, long d);

    static native long syscall(long number, byte[] a, long b, long c, long d);

    static native long syscall(long number, long a, long b, byte[] c, long d);

    static native long syscall(long number, long a, long b, ByteBuffer c, long d);

    static native int prctl(int option, long a, long b, long c, long d);

    static native int capset(ByteBuffer header, ByteBuffer data);

    static native int posix_spawn(
            int[] pid, byte[] path, Pointer fileActions, Pointer attributes, Pointer argv, Pointer envp);

    static native int posix_spawn_file_actions_init(Pointer fileActions);

    static native int posix_spawn_file_actions_destroy(Pointer fileActions);

    static native int posix_spawn_file_actions_adddup2(Pointer fileActions, int from, int to);

    static native int posix_spawn_file_actions_addclose(Pointer fileActions, int fd);

    static native int posix_spawn_file_actions_addfchdir_np(Pointer fileActions, int fd);

    static native int posix_spawnattr_init(Pointer attributes);

    static native int posix_spawnattr_destroy(Pointer attributes);

    static native int posix_spawnattr_setflags(Pointer attributes, short flags);

    static native int posix_spawnattr_setsigdefault(Pointer attributes, Pointer signals);

    static native int posix_spawnattr_setsigmask(Pointer attributes, Pointer signals);

    static native int sigemptyset(Pointer signals);

    /** Makes a call that returns -1 on failure, again while a signal interrupts it. */
    static int check(String call, String detail, IntSupplier attempt) {
        return (int) checkLong(call, detail, attempt::getAsInt);
    }

    /** The same for a call that returns a long. */
    static long checkLong(String call, String detail, LongSupplier attempt) {
        while (true) {
            long result = attempt.getAsLong();
            if (result >= 0) {
                return result;
            }
            int errno = Native.getLastError();
            if (Errno.of(errno) != Errno.EINTR) {
                throw SyscallException.of(call, errno, detail);
            }
        }
    }

    /** The address of a direct buffer's bytes. */
    static long address(ByteBuffer buffer) {
        return Pointer.nativeValue(Native.getDirectBufferPointer(buffer));
    }

    /** Text as a C string in UTF-8: for constants and paths tinybox makes itself. */
    static byte[] cString(String text) {
        return cString(text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] cString(byte[] bytes) {
        return Arrays.copyOf(bytes, bytes.length + 1);
    }
}
