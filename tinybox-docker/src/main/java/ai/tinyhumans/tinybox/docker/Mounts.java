package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.BoxSpec;
import ai.tinyhumans.tinybox.spec.HostPath;
import java.util.ArrayList;
import java.util.List;

/** What of the host's files a container sees: its workspace, and what is granted, each at the path it has on the host. Pure. */
final class Mounts {

    private Mounts() {}

    /**
     * The mounts of a box, outer ones first.
     *
     * @throws TinyboxException {@code constraint.not_enforced} if a path is denied that one of them shows, or a path of a
     *     workspace is protected that is no directory of the host
     */
    static List<DockerArgs.Mount> of(BoxSpec spec, Source source) {
        List<DockerArgs.Mount> mounts = new ArrayList<>();
        source.directory()
                .ifPresent(directory -> mounts.add(new DockerArgs.Mount(directory, DockerArgs.WORKSPACE, false)));
        spec.grants().readOnly().forEach(path -> mounts.add(new DockerArgs.Mount(path.value(), path.value(), true)));
        spec.grants().writable().forEach(path -> mounts.add(new DockerArgs.Mount(path.value(), path.value(), false)));
        spec.grants().denyRead().forEach(denied -> requireUnseen(denied, mounts));
        spec.grants().protectedPaths().forEach(path -> {
            String directory = source.directory()
                    .orElseThrow(() -> notEnforced("'" + path + "' is protected in a workspace of the image"));
            mounts.add(new DockerArgs.Mount(directory + "/" + path, DockerArgs.WORKSPACE + "/" + path, true));
        });
        return mounts;
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
