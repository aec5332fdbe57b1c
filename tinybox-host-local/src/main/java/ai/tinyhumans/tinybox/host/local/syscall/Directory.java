package ai.tinyhumans.tinybox.host.local.syscall;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Calls on the entries of a directory that is open. Names are bytes. */
public final class Directory {

    private static final int AT_REMOVEDIR = 0x200; // linux/fcntl.h

    // asm/unistd_64.h on x86-64, asm-generic/unistd.h on aarch64
    private static final long SYS_GETDENTS64 = System.getProperty("os.arch").equals("aarch64") ? 61 : 217;

    // struct linux_dirent64 (getdents64(2)): inode, offset, record length, type, name
    private static final int RECORD_LENGTH_OFFSET = 16;
    private static final int NAME_OFFSET = 19;

    /** Some hundred entries per call. */
    private static final int BUFFER_BYTES = 32 << 10;

    private Directory() {}

    /** Makes a directory. */
    public static void mkdirat(int directory, byte[] name, int mode) {
        byte[] path = Libc.cString(name);
        Libc.check("mkdirat", "name", () -> Libc.mkdirat(directory, path, mode));
    }

    /** Removes a file or link. */
    public static void unlinkat(int directory, byte[] name) {
        byte[] path = Libc.cString(name);
        Libc.check("unlinkat", "name", () -> Libc.unlinkat(directory, path, 0));
    }

    /** Removes an empty directory. */
    public static void removeAt(int directory, byte[] name) {
        byte[] path = Libc.cString(name);
        Libc.check("unlinkat", "AT_REMOVEDIR", () -> Libc.unlinkat(directory, path, AT_REMOVEDIR));
    }

    /** Gives an entry another name in the same directory, replacing what has it. */
    public static void renameat(int directory, byte[] from, byte[] to) {
        byte[] source = Libc.cString(from);
        byte[] target = Libc.cString(to);
        Libc.check("renameat", "name", () -> Libc.renameat(directory, source, directory, target));
    }

    /** The names of all entries but {@code .} and {@code ..}, at most {@code limit} and one more. */
    public static List<byte[]> names(int directory, int limit) {
        List<byte[]> names = new ArrayList<>();
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.nativeOrder());
        long address = Pointer.nativeValue(Native.getDirectBufferPointer(buffer));
        while (names.size() <= limit) {
            int filled = (int) Libc.checkLong(
                    "getdents64",
                    "fd " + directory,
                    () -> Libc.syscall(SYS_GETDENTS64, directory, address, BUFFER_BYTES, 0));
            if (filled == 0) {
                break;
            }
            for (int at = 0; at < filled; at += buffer.getShort(at + RECORD_LENGTH_OFFSET)) {
                byte[] name = nameAt(buffer, at + NAME_OFFSET);
                if (!isDots(name)) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    private static byte[] nameAt(ByteBuffer buffer, int start) {
        int end = start;
        while (buffer.get(end) != 0) {
            end++;
        }
        byte[] name = new byte[end - start];
        buffer.get(start, name);
        return name;
    }

    private static boolean isDots(byte[] name) {
        return name[0] == '.' && (name.length == 1 || (name.length == 2 && name[1] == '.'));
    }
}
