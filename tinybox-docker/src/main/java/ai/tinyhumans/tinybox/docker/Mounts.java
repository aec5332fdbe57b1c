package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What of the host's files a container sees: its workspace, and what is granted, each at the path it has on the host. Pure. */
final class Mounts {

    private Mounts() {}

    /**
     * The mounts of a box, outer ones first. What is protected is mounted read-only wherever a writable mount shows it. A
     * mount point can be neither renamed nor removed, but a directory above it can, and another be made in its place; so each
     * of those is one as well.
     *
     * @throws TinyboxException {@code constraint.not_enforced} if a path is denied that one of them shows, or a path of a
     *     workspace is protected that is no directory of the host
     */
    static List<DockerArgs.Mount> of(BoxSpec spec, Source source) {
        List<HostPath> kept = kept(spec, source);
        List<DockerArgs.Mount> shown = new ArrayList<>();
        source.directory()
                .ifPresent(directory -> shown.add(new DockerArgs.Mount(directory, DockerArgs.WORKSPACE, false)));
        spec.grants().readOnly().forEach(path -> shown.add(new DockerArgs.Mount(path.value(), path.value(), true)));
        spec.grants()
                .writable()
                .forEach(path -> shown.add(new DockerArgs.Mount(path.value(), path.value(), kept.contains(path))));
        spec.grants().denyRead().forEach(denied -> requireUnseen(denied, shown));
        Map<String, DockerArgs.Mount> mounts = new LinkedHashMap<>();
        shown.forEach(mount -> mounts.put(mount.target(), mount));
        kept.forEach(path -> keep(path, shown, mounts));
        return List.copyOf(mounts.values());
    }

    /**
     * What is protected, on the host, without what lies in something else that is.
     *
     * @throws TinyboxException {@code constraint.not_enforced} if the workspace is no directory of the host
     */
    static List<HostPath> kept(BoxSpec spec, Source source) {
        List<HostPath> all = spec.grants().protectedPaths().stream()
                .map(path -> new HostPath(source.directory()
                                .orElseThrow(
                                        () -> notEnforced("'" + path + "' is protected in a workspace of the image")))
                        .resolve(path))
                .toList();
        return all.stream()
                .filter(path -> all.stream().noneMatch(other -> !other.equals(path) && other.contains(path)))
                .toList();
    }

    private static void keep(HostPath path, List<DockerArgs.Mount> shown, Map<String, DockerArgs.Mount> mounts) {
        for (DockerArgs.Mount part : shown) {
            if (!part.readOnly() && isBelow(part.source(), path.value())) {
                String below = path.value().substring(part.source().length());
                for (int slash = below.indexOf('/', 1); slash > 0; slash = below.indexOf('/', slash + 1)) {
                    add(part, below.substring(0, slash), false, shown, mounts);
                }
                add(part, below, true, shown, mounts);
            }
        }
    }

    /** Mounts something of a part, unless another in that part shows it. */
    private static void add(
            DockerArgs.Mount part,
            String below,
            boolean readOnly,
            List<DockerArgs.Mount> shown,
            Map<String, DockerArgs.Mount> mounts) {
        String target = part.target() + below;
        if (shown.stream()
                .noneMatch(other -> isBelow(part.target(), other.target()) && isBelow(other.target(), target))) {
            mounts.putIfAbsent(target, new DockerArgs.Mount(part.source() + below, target, readOnly));
        }
    }

    private static boolean isBelow(String directory, String path) {
        return path.startsWith(directory + "/");
    }

    /**
     * Refuses what is protected if its name leads through a link, which is no mount point and could be made anew.
     *
     * @param workspace the directory of the host that is the workspace
     * @param directory the same, resolved
     * @param kept what is protected
     * @param real the same, resolved
     * @throws TinyboxException {@code constraint.not_enforced}
     */
    static void requireNoLinks(HostPath workspace, HostPath directory, List<HostPath> kept, List<HostPath> real) {
        for (int i = 0; i < kept.size(); i++) {
            String below = kept.get(i).value().substring(workspace.value().length());
            if (!real.get(i).value().equals(directory.value() + below)) {
                throw notEnforced(
                        "'" + Text.printable(kept.get(i).value()) + "' is protected, and leads through a link");
            }
        }
    }

    private static void requireUnseen(HostPath denied, List<DockerArgs.Mount> mounts) {
        for (DockerArgs.Mount mount : mounts) {
            if ((denied.value() + "/").startsWith(mount.source() + "/")) {
                throw notEnforced("'" + denied.value() + "' is denied, and is below '" + mount.source() + "'");
            }
        }
    }

    private static TinyboxException notEnforced(String why) {
        return TinyboxException.of(
                        ErrorCode.CONSTRAINT_NOT_ENFORCED,
                        "docker cannot enforce " + Constraint.FILESYSTEM + ": " + why)
                .remedy("grant only what may be seen, or choose a sandbox that hides files")
                .build();
    }
}
