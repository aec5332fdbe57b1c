package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.WorkspaceFiles;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What there is of what is denied or protected: only what exists can be mounted over, and a directory by nothing but a
 * directory. Immutable.
 *
 * @param directories the denied directories
 * @param files everything else that is denied
 * @param kept what is protected, and what protected links lead to
 * @param links protected links, and those that they lead to
 */
record Existing(
        SortedSet<HostPath> directories,
        SortedSet<HostPath> files,
        SortedSet<HostPath> kept,
        SortedSet<HostPath> links) {

    /** Nothing is denied or protected. */
    static final Existing NOTHING = new Existing(new TreeSet<>(), new TreeSet<>(), new TreeSet<>(), new TreeSet<>());

    /** Copies the sets. */
    Existing {
        directories = copy(directories);
        files = copy(files);
        kept = copy(kept);
        links = copy(links);
    }

    private static SortedSet<HostPath> copy(SortedSet<HostPath> paths) {
        return Collections.unmodifiableSortedSet(new TreeSet<>(paths));
    }

    /**
     * Looks at the host's files. Changes nothing. A link in a path would give what is kept a second name, so one is refused
     * wherever it could matter, unless it is itself what is protected. What is protected must exist, since nothing can be
     * mounted over what does not without making it on the host.
     *
     * @throws TinyboxException {@code file.wrong_type} for a link, {@code file.not_found} for a protected path that does not
     *     exist, or leads to something that does not and could be made in the box
     */
    static Existing of(Host host, HostPath workspace, Grants grants) {
        if (grants.denyRead().isEmpty() && grants.protectedPaths().isEmpty()) {
            return NOTHING;
        }
        try (WorkspaceFiles files = host.openWorkspace(HostPath.ROOT.value())) {
            Look look = new Look(files, workspace, grants);
            look.plain(workspace);
            grants.readOnly().forEach(look::plain);
            grants.writable().forEach(look::plain);
            grants.protectedPaths().forEach(path -> look.protect(workspace.resolve(path), path));
            grants.denyRead().forEach(look::deny);
            return look.seen();
        }
    }
}
