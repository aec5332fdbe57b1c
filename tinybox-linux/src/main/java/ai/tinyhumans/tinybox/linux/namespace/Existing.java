package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.Text;
import ai.tinyhumans.tinybox.spec.WorkspacePath;
import ai.tinyhumans.tinybox.spi.FileStat;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.WorkspaceFiles;
import java.util.Arrays;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What of the denied paths exists, by what it is: only what exists can be mounted over, and a directory by nothing but a
 * directory. Immutable.
 *
 * @param directories the directories
 * @param files everything else
 */
record Existing(SortedSet<HostPath> directories, SortedSet<HostPath> files) {

    /** Nothing is denied. */
    static final Existing NOTHING = new Existing(new TreeSet<>(), new TreeSet<>());

    /**
     * Looks at the host's files. Changes nothing. A link in a path would give what is kept a second name, and cannot be
     * mounted over itself, so one is refused wherever it could matter; what is protected must exist, since nothing can be
     * mounted over what does not without making it on the host.
     *
     * @throws TinyboxException {@code file.wrong_type} for a link, {@code file.not_found} for a protected path that does not
     *     exist
     */
    static Existing of(Host host, HostPath workspace, Grants grants) {
        if (grants.denyRead().isEmpty() && grants.protectedPaths().isEmpty()) {
            return NOTHING;
        }
        try (WorkspaceFiles files = host.openWorkspace(HostPath.ROOT.value())) {
            Look look = new Look(files);
            look.plain(workspace);
            grants.readOnly().forEach(look::plain);
            grants.writable().forEach(look::plain);
            for (WorkspacePath path : grants.protectedPaths()) {
                if (look.plain(workspace.resolve(path)).isEmpty()) {
                    throw missing(path);
                }
            }
            SortedSet<HostPath> directories = new TreeSet<>();
            SortedSet<HostPath> others = new TreeSet<>();
            for (HostPath path : grants.denyRead()) {
                look.plain(path)
                        .ifPresent(stat -> (stat.type() == FileStat.Type.DIRECTORY ? directories : others).add(path));
            }
            return new Existing(directories, others);
        }
    }

    private static TinyboxException missing(WorkspacePath path) {
        return TinyboxException.of(
                        ErrorCode.FILE_NOT_FOUND,
                        "protected path '" + Text.printable(path.toString()) + "' is not in the workspace, so a box"
                                + " cannot be kept from making it")
                .remedy("make it, or protect a directory above it")
                .build();
    }

    /** Looks at files by names that lead through no link. */
    private record Look(WorkspaceFiles files) {

        Optional<FileStat> plain(HostPath path) {
            if (path.equals(HostPath.ROOT)) {
                return Optional.empty();
            }
            try {
                FileStat stat = files.stat(new WorkspacePath(
                        Arrays.asList(path.value().substring(1).split("/", -1))));
                if (stat.type() == FileStat.Type.LINK) {
                    throw throughLink(path);
                }
                return Optional.of(stat);
            } catch (TinyboxException e) {
                if (e.code() == ErrorCode.FILE_NOT_FOUND) {
                    return Optional.empty();
                }
                throw e.code() == ErrorCode.FILE_WRONG_TYPE ? throughLink(path) : e;
            }
        }

        private static TinyboxException throughLink(HostPath path) {
            return TinyboxException.of(
                            ErrorCode.FILE_WRONG_TYPE,
                            "'" + Text.printable(path.value())
                                    + "' leads through a link, and something of this box is denied or protected")
                    .remedy("name the place it leads to ('readlink -f' tells)")
                    .build();
        }
    }
}
