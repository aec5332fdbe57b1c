package ai.tinyhumans.tinybox.linux.landlock;

/**
 * The rights that a version of Landlock's interface knows, as the bits of linux/landlock.h. Everything a version knows is
 * handled, which is to say denied unless a rule allows it.
 *
 * @param abi the version, from 1; one that is newer than {@link #NEWEST} knows these as well
 */
record LandlockRights(int abi) {

    /** The newest version whose rights are known here: 7 added nothing but choices of what is logged. */
    static final int NEWEST = 7;

    /** The first version that keeps files from being truncated, without which no file is safe from writing. */
    static final int WHOLE_FILESYSTEM = 3;

    /** The first version that keeps signals and abstract sockets in. */
    static final int SCOPES = 6;

    // LANDLOCK_ACCESS_FS_…
    static final long EXECUTE = 1;
    static final long WRITE_FILE = 1 << 1;
    static final long READ_FILE = 1 << 2;
    static final long READ_DIR = 1 << 3;
    static final long MAKE_CHAR = 1 << 6;
    static final long MAKE_BLOCK = 1 << 11;
    static final long REFER = 1 << 13;
    static final long TRUNCATE = 1 << 14;
    static final long IOCTL_DEV = 1 << 15;
    private static final long FIRST_ABI = (1 << 13) - 1;

    private static final long BIND_AND_CONNECT_TCP = 3; // LANDLOCK_ACCESS_NET_…
    private static final long ABSTRACT_SOCKETS_AND_SIGNALS = 3; // LANDLOCK_SCOPE_…

    /** What makes sense for something that is no directory; the kernel refuses the rest (landlock_add_rule(2)). */
    private static final long OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV;

    /** Rights on files. */
    long files() {
        return FIRST_ABI
                | (abi >= 2 ? REFER : 0)
                | (abi >= WHOLE_FILESYSTEM ? TRUNCATE : 0)
                | (abi >= 5 ? IOCTL_DEV : 0);
    }

    /** Rights on the network. */
    long network() {
        return abi >= 4 ? BIND_AND_CONNECT_TCP : 0;
    }

    /** What of processes outside is out of reach. */
    long scopes() {
        return abi >= SCOPES ? ABSTRACT_SOCKETS_AND_SIGNALS : 0;
    }

    /** The rights to read and execute a place. */
    long reading(boolean directory) {
        return of(EXECUTE | READ_FILE | READ_DIR, directory);
    }

    /** All rights on a place but to make devices in it. */
    long writing(boolean directory) {
        return of(~(MAKE_CHAR | MAKE_BLOCK), directory);
    }

    private long of(long rights, boolean directory) {
        return rights & files() & (directory ? -1 : OF_FILES);
    }
}
