package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.spi.Finding;
import java.util.Map;

/** Tells from the last words of a bubblewrap that failed, and the kernel's settings, what stands in the way. Pure. */
final class NamespaceObstacle {

    static final String SUBJECT = "namespaces";

    // settings of the kernel (sysctl(8)), as files below /proc/sys
    static final String CLONE = "kernel/unprivileged_userns_clone"; // Debian's kernels only
    static final String MAXIMUM = "user/max_user_namespaces";
    static final String APPARMOR = "kernel/apparmor_restrict_unprivileged_userns"; // Ubuntu's kernels only

    private static final String INSTEAD = "or use the sandbox 'landlock', which needs no namespaces";

    private NamespaceObstacle() {}

    /**
     * What stands in the way.
     *
     * @param words what bubblewrap wrote to its standard error
     * @param settings values of the kernel's settings by name, those that exist
     */
    static Finding.Blocked of(String words, Map<String, String> settings) {
        if (words.contains("Can't mount proc") || words.contains("mount proc on")) {
            return blocked(
                    "this container hides parts of /proc, so no other may be mounted",
                    words,
                    "run the container with '--security-opt systempaths=unconfined', " + INSTEAD);
        }
        if (words.contains("Failed to make / slave") || words.contains("pivot_root")) {
            return blocked(
                    "this container may not mount",
                    words,
                    "run the container with '--security-opt seccomp=unconfined --security-opt apparmor=unconfined', "
                            + INSTEAD);
        }
        if (words.contains("No space left on device") || "0".equals(settings.get(MAXIMUM))) {
            return blocked(
                    "user.max_user_namespaces=" + settings.getOrDefault(MAXIMUM, "?") + " allows no more of them",
                    words,
                    "as root: sysctl -w user.max_user_namespaces=15000");
        }
        if ("0".equals(settings.get(CLONE))) {
            return blocked(
                    "kernel.unprivileged_userns_clone=0 forbids them to users",
                    words,
                    "as root: sysctl -w kernel.unprivileged_userns_clone=1");
        }
        if ("1".equals(settings.get(APPARMOR))) {
            return blocked(
                    "kernel.apparmor_restrict_unprivileged_userns=1, and this bwrap has no profile that lifts it",
                    words,
                    "as root: write 'profile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }' to"
                            + " /etc/apparmor.d/bwrap, with the path of this bwrap, and run"
                            + " 'apparmor_parser -r /etc/apparmor.d/bwrap'");
        }
        if (words.contains("loopback")) {
            return blocked(
                    "the loopback interface of a new network may not be set up",
                    words,
                    "let the security module of this machine grant NET_ADMIN in user namespaces, " + INSTEAD);
        }
        if (words.contains("No permissions to create")
                || words.contains("Operation not permitted")
                || words.contains("Permission denied")) {
            return blocked(
                    "the kernel refuses them, as the filter of a container or a security module does",
                    words,
                    "run the container with '--security-opt seccomp=unconfined --security-opt systempaths=unconfined', "
                            + INSTEAD);
        }
        return blocked("bubblewrap failed", words, "look up its message, " + INSTEAD);
    }

    private static Finding.Blocked blocked(String by, String words, String remedy) {
        return new Finding.Blocked(SUBJECT, by + " (" + words + ")", remedy);
    }
}
