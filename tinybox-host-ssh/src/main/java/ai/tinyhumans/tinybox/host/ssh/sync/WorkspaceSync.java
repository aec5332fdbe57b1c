package ai.tinyhumans.tinybox.host.ssh.sync;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spi.SandboxContext;
import java.nio.file.Path;
import java.util.List;

/**
 * Makes a directory of a host hold the files of a directory here, as often as it is called. Files the far side was sent
 * before and that did not change are not sent again; those that are no more are removed there; what was never sent, as what a
 * build made there, stays. Nothing but POSIX programs is needed there. Immutable; one sync to a directory at a time.
 *
 * <p>What belongs to the workspace is said by {@code .gitignore} and then {@code .boxignore} in its root, by Git's rules; a
 * {@code .git} is left out. Links, devices, empty directories, times and owners are not carried over: a file there is as new
 * as its last transfer, with mode 0755 or 0644 less the umask.
 *
 * <p>The far side is believed to be what was sent last only if every file of it still has the inode, size, mode and times it
 * had right after. What can write there can also forge that, and gets itself stale files; it reaches nothing else.
 */
public final class WorkspaceSync {

    private final SandboxContext host;
    private final HostPath destination;
    private final SyncLimits limits;

    /** A sync to a directory of a host, which is made if it is not there. */
    public WorkspaceSync(SandboxContext host, HostPath destination, SyncLimits limits) {
        this.host = host;
        this.destination = destination;
        this.limits = limits;
    }

    /**
     * A sync to where a workspace of some name goes unless something else is said: {@code ~/.tinybox/workspaces/NAME}.
     *
     * @throws TinyboxException {@code argument.invalid} if the host does not say where its user is at home
     */
    public static WorkspaceSync inHome(SandboxContext host, String name, SyncLimits limits) {
        String home = host.host().environment().variables().get("HOME");
        if (home == null) {
            throw TinyboxException.of(
                            ErrorCode.ARGUMENT_INVALID, "the host has no HOME to put workspace '" + name + "' in")
                    .remedy("name a directory there")
                    .build();
        }
        return new WorkspaceSync(host, new HostPath(home + "/.tinybox/workspaces/" + name), limits);
    }

    /** The directory there. */
    public HostPath destination() {
        return destination;
    }

    /**
     * Brings the far side up to date.
     *
     * @return what was done
     * @throws TinyboxException before anything there is touched: {@code file.not_found}, {@code file.failed},
     *     {@code sync.too_large}, {@code sync.failed} if the file system there takes two names of the tree for one.
     *     {@code sync.changed} if a file changes meanwhile or another sync comes between, {@code host.tool_missing},
     *     {@code sync.failed}, or what the host throws; then the far side is half of this and half of that, knows it, and
     *     the next sync puts it right
     * @throws InterruptedException if the thread is interrupted; the same holds
     */
    public SyncReport run(Path directory, SyncProgress progress) throws InterruptedException {
        List<TreeFile> files = Tree.scan(directory, limits);
        TreeDigest digest = TreeDigest.of(files);
        FarSide far = new FarSide(host, destination, limits.time());
        FarSide.Found found = far.look(digest.fingerprint());
        Changes changes = found.same()
                ? Changes.NONE
                : Changes.between(found.manifest(), found.believed(), files, digest.manifest());
        if (!found.same()) {
            far.prepare(found, changes);
            far.send(changes, digest, progress);
        }
        return new SyncReport(
                digest.fingerprint(),
                files.size(),
                changes.toSend().size(),
                Tree.size(changes.toSend()),
                changes.gone().size());
    }
}
