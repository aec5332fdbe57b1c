package ai.tinyhumans.tinybox.host.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/** Permission bits as the JDK's set and as a number. */
final class Permissions {

    /** What an owner needs to list and change a directory. */
    static final Set<PosixFilePermission> OWNER_ALL = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private static final PosixFilePermission[] HIGHEST_FIRST = PosixFilePermission.values();

    private Permissions() {}

    static int toMode(Set<PosixFilePermission> permissions) {
        int mode = 0;
        for (PosixFilePermission permission : HIGHEST_FIRST) {
            mode = mode << 1 | (permissions.contains(permission) ? 1 : 0);
        }
        return mode;
    }

    static Set<PosixFilePermission> ofMode(int mode) {
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        for (int i = 0; i < HIGHEST_FIRST.length; i++) {
            if ((mode >> (HIGHEST_FIRST.length - 1 - i) & 1) == 1) {
                permissions.add(HIGHEST_FIRST[i]);
            }
        }
        return permissions;
    }

    /** What a new file gets: readable and writable for all but for what this process's umask takes away (proc(5)). */
    static Set<PosixFilePermission> ofNewFile() throws IOException {
        int umask = 077;
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("Umask:")) {
                umask = Integer.parseInt(line.substring(6).strip(), 8);
            }
        }
        return ofMode(0666 & ~umask);
    }
}
