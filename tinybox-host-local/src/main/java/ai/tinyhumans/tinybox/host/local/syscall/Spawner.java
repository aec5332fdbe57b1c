package ai.tinyhumans.tinybox.host.local.syscall;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.io.File;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * posix_spawn(3): every process starts as the leader of a new session and group, with no signal blocked and none ignored.
 * Thread-safe.
 */
public final class Spawner implements AutoCloseable {

    // spawn.h; the structures have 336 and 80 bytes in glibc for 64 bits, less in musl
    private static final int STRUCTURE_BYTES = 512;
    private static final short POSIX_SPAWN_SETSIGDEF = 0x04;
    private static final short POSIX_SPAWN_SETSIGMASK = 0x08;
    private static final short POSIX_SPAWN_SETSID = 0x80;

    private static final int SIGSET_BYTES = 128; // bits/types/__sigset_t.h

    private final Pointer attributes = new Pointer(Native.malloc(STRUCTURE_BYTES));
    private final boolean closesFrom;

    /** Prepares what all starts share. */
    public Spawner() {
        this(CloseFrom.isAvailable());
    }

    /** For the test of the way without closefrom. */
    Spawner(boolean closesFrom) {
        this.closesFrom = closesFrom;
        Pointer signals = new Pointer(Native.malloc(SIGSET_BYTES));
        try {
            require("posix_spawnattr_init", Libc.posix_spawnattr_init(attributes));
            require("posix_spawnattr_setflags", Libc.posix_spawnattr_setflags(attributes, (short)
                    (POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)));
            Libc.sigemptyset(signals);
            require("posix_spawnattr_setsigmask", Libc.posix_spawnattr_setsigmask(attributes, signals));
            signals.setMemory(0, SIGSET_BYTES, (byte) 0xFF); // sigfillset(3) leaves out the two that glibc uses itself
            require("posix_spawnattr_setsigdefault", Libc.posix_spawnattr_setsigdefault(attributes, signals));
        } finally {
            Native.free(Pointer.nativeValue(signals));
        }
    }

    /**
     * Prepares to start a program: whatever takes files or memory is done here.
     *
     * @param argv the arguments
     * @param environment the variables, as {@code NAME=value}
     * @param directory a descriptor of the new working directory
     * @param descriptors what the program finds open, by number there: a descriptor of this process
     * @return what can be started, which the caller closes before this spawner and after which it closes the descriptors
     */
    public Prepared prepare(
            List<byte[]> argv, List<byte[]> environment, int directory, SortedMap<Integer, Integer> descriptors) {
        Prepared prepared = new Prepared(argv, environment);
        try {
            require("posix_spawn_file_actions_init", Libc.posix_spawn_file_actions_init(prepared.actions));
            prepared.initialized = true;
            require("addfchdir_np", Libc.posix_spawn_file_actions_addfchdir_np(prepared.actions, directory));
            mapDescriptors(prepared.actions, descriptors, prepared.made);
            return prepared;
        } catch (SyscallException e) {
            prepared.close();
            throw e;
        }
    }

    /** A program about to be started. May be started from any thread, by one at a time. */
    public final class Prepared implements AutoCloseable {

        private final Pointer actions = new Pointer(Native.malloc(STRUCTURE_BYTES));
        private final StringBlock arguments;
        private final StringBlock variables;
        private final SortedSet<Integer> made = new TreeSet<>();
        private final int[] pid = new int[1];
        private boolean initialized;

        private Prepared(List<byte[]> argv, List<byte[]> environment) {
            arguments = new StringBlock(argv);
            variables = new StringBlock(environment);
        }

        /**
         * Starts it. Opens no file and needs no class that is not loaded by now, so that it works on a thread that may
         * open nothing.
         *
         * @param path the file to execute; a relative one is taken from the new working directory
         * @return the process id, or the negative error number of the step in the new process that failed
         */
        public int attempt(byte[] path) {
            int error = Libc.posix_spawn(
                    pid, Libc.cString(path), actions, attributes, arguments.pointers, variables.pointers);
            return error == 0 ? pid[0] : -error;
        }

        @Override
        public void close() {
            if (initialized) {
                Libc.posix_spawn_file_actions_destroy(actions);
            }
            Native.free(Pointer.nativeValue(actions));
            arguments.free();
            variables.free();
            made.forEach(Fd::close);
        }
    }

    /** What came of an attempt: the process id, or an exception. */
    public static int started(int result) {
        if (result < 0) {
            throw SyscallException.of("posix_spawn", -result, "");
        }
        return result;
    }

    private void mapDescriptors(Pointer actions, SortedMap<Integer, Integer> descriptors, SortedSet<Integer> made) {
        int last = descriptors.lastKey();
        descriptors.forEach((target, source) -> {
            int safe = source;
            if (source <= last) { // an earlier dup2 could overwrite it before its turn
                safe = Fd.duplicate(source, last + 1);
                made.add(safe);
            }
            require("adddup2", Libc.posix_spawn_file_actions_adddup2(actions, safe, target));
        });
        for (int gap = 0; gap < last; gap++) {
            if (!descriptors.containsKey(gap)) {
                require("addclose", Libc.posix_spawn_file_actions_addclose(actions, gap));
            }
        }
        if (closesFrom) {
            require("addclosefrom_np", CloseFrom.posix_spawn_file_actions_addclosefrom_np(actions, last + 1));
        } else {
            closeEach(actions, last + 1);
        }
    }

    /**
     * Closes each descriptor that is open now. One that another thread opens before the process starts, without
     * close-on-exec, would be inherited: this is why glibc 2.34 added closefrom. Closing one that is gone by then is no
     * error there.
     */
    private static void closeEach(Pointer actions, int from) {
        String[] open = new File("/proc/self/fd").list();
        if (open == null) {
            throw SyscallException.of("opendir", 2, "/proc/self/fd");
        }
        for (String name : open) {
            int fd = Integer.parseInt(name);
            if (fd >= from) {
                require("addclose", Libc.posix_spawn_file_actions_addclose(actions, fd));
            }
        }
    }

    /** Unlike other calls, these return the error number and leave errno alone. */
    private static void require(String call, int error) {
        if (error != 0) {
            throw SyscallException.of(call, error, "");
        }
    }

    @Override
    public void close() {
        Libc.posix_spawnattr_destroy(attributes);
        Native.free(Pointer.nativeValue(attributes));
    }

    /** The one function that not every C library has: glibc from 2.34. */
    private static final class CloseFrom {

        static boolean isAvailable() {
            try {
                NativeLibrary c = NativeLibrary.getInstance("c");
                c.getFunction("posix_spawn_file_actions_addclosefrom_np");
                Native.register(CloseFrom.class, c);
                return true;
            } catch (UnsatisfiedLinkError absent) {
                return false;
            }
        }

        static native int posix_spawn_file_actions_addclosefrom_np(Pointer fileActions, int from);
    }

    /** An array of C strings with a null at its end, in one piece of native memory. */
    private static final class StringBlock {

        private final long address;
        private final Pointer pointers;

        StringBlock(List<byte[]> strings) {
            long table = (strings.size() + 1L) * Native.POINTER_SIZE;
            long size = table;
            for (byte[] string : strings) {
                size += string.length + 1L;
            }
            address = Native.malloc(size);
            pointers = new Pointer(address);
            long at = table;
            for (int i = 0; i < strings.size(); i++) {
                byte[] string = strings.get(i);
                pointers.setLong((long) i * Native.POINTER_SIZE, address + at);
                pointers.write(at, string, 0, string.length);
                pointers.setByte(at + string.length, (byte) 0);
                at += string.length + 1L;
            }
            pointers.setLong((long) strings.size() * Native.POINTER_SIZE, 0);
        }

        void free() {
            Native.free(address);
        }
    }
}
