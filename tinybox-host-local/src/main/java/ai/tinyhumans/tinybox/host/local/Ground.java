package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.Text;
import ai.tinyhumans.tinybox.spi.Footing;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What there was at the places of a {@link Footing} at one moment. What was untouched at two moments was so all the time
 * between them: to rename, link or unlink a file changes its ctime (inode(7)), which nobody can set.
 *
 * @param mounts the mounts of this JVM's namespace: one made later is carried into namespaces made before it
 *     (mount_namespaces(7)), as it is, into what is read-only there as well
 * @param files by place, device and inode of what is there, and where it must be untouched, its ctime
 * @param links the same of what must be untouched, links not followed
 */
record Ground(String mounts, Map<HostPath, Map<String, Object>> files, Map<HostPath, Map<String, Object>> links) {

    private static final String SAME = "unix:dev,ino";
    private static final String UNTOUCHED = "unix:dev,ino,ctime";

    /** Looks; empty if there is nothing at one of the places, or nothing that may be looked at. */
    static Optional<Ground> of(Footing footing) {
        try {
            Map<HostPath, Map<String, Object>> files = new HashMap<>();
            Map<HostPath, Map<String, Object>> links = new HashMap<>();
            for (HostPath place : footing.same()) {
                files.put(place, look(place, SAME));
            }
            for (HostPath place : footing.untouched()) {
                files.put(place, look(place, UNTOUCHED));
                links.put(place, look(place, UNTOUCHED, LinkOption.NOFOLLOW_LINKS));
            }
            return Optional.of(new Ground(mountTable(), files, links));
        } catch (IOException unseen) {
            return Optional.empty();
        }
    }

    private static Map<String, Object> look(HostPath place, String attributes, LinkOption... options)
            throws IOException {
        return Files.readAttributes(Text.toPath(place.value()), attributes, options);
    }

    private static String mountTable() throws IOException {
        try (FileInputStream in = new FileInputStream("/proc/self/mountinfo")) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
