package ai.tinyhumans.tinybox.host.local.syscall;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Landlock (landlock(7)): rights a thread gives up for itself and for every program it starts. The numbers of rights are
 * the caller's business.
 */
public final class Landlock {

    // asm-generic/unistd.h, the same numbers everywhere
    private static final long SYS_CREATE_RULESET = 444;
    private static final long SYS_ADD_RULE = 445;
    private static final long SYS_RESTRICT_SELF = 446;

    // linux/landlock.h
    private static final int CREATE_RULESET_VERSION = 1;
    private static final int RULE_PATH_BENEATH = 1;
    private static final int RULESET_ATTR_BYTES = 24; // handled_access_fs, handled_access_net, scoped
    private static final int PATH_BENEATH_ATTR_BYTES = 12; // allowed_access, parent_fd; packed

    private Landlock() {}

    /**
     * The version of its interface that the kernel has, from 1.
     *
     * @throws SyscallException ENOSYS if the kernel was built without it, EOPNOTSUPP if it was not enabled at boot
     */
    public static int abi() {
        return (int) Libc.checkLong(
                "landlock_create_ruleset",
                "LANDLOCK_CREATE_RULESET_VERSION",
                () -> Libc.syscall(SYS_CREATE_RULESET, 0L, 0L, CREATE_RULESET_VERSION, 0L));
    }

    /**
     * Makes a set of rules, which the caller closes with {@link Fd#close}: everything named here is denied unless a rule
     * allows it. A kernel takes what it does not know only as 0.
     *
     * @param files rights on files
     * @param network rights on the network
     * @param scopes what of other processes is out of reach
     */
    public static int createRuleset(long files, long network, long scopes) {
        byte[] attributes = new byte[RULESET_ATTR_BYTES];
        in(attributes).putLong(files).putLong(network).putLong(scopes);
        return (int) Libc.checkLong(
                "landlock_create_ruleset",
                "ruleset",
                () -> Libc.syscall(SYS_CREATE_RULESET, attributes, RULESET_ATTR_BYTES, 0L, 0L));
    }

    /** Allows some rights on a file or on everything below a directory. */
    public static void allowBeneath(int ruleset, int place, long files) {
        byte[] attributes = new byte[PATH_BENEATH_ATTR_BYTES];
        in(attributes).putLong(files).putInt(place);
        Libc.checkLong(
                "landlock_add_rule",
                "LANDLOCK_RULE_PATH_BENEATH",
                () -> Libc.syscall(SYS_ADD_RULE, ruleset, RULE_PATH_BENEATH, attributes, 0L));
    }

    /** Restricts the calling thread, which must not be able to gain privileges. */
    public static void restrictSelf(int ruleset) {
        Libc.checkLong("landlock_restrict_self", "", () -> Libc.syscall(SYS_RESTRICT_SELF, ruleset, 0L, 0L, 0L));
    }

    private static ByteBuffer in(byte[] structure) {
        return ByteBuffer.wrap(structure).order(ByteOrder.nativeOrder());
    }
}
