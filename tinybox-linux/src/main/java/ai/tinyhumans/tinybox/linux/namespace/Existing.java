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
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.Optional;
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

    /** Looks at files by names that lead through no link. */
    private static final class Look {

        private final WorkspaceFiles files;
        private final HostPath workspace;
        private final Grants grants;
        private final SortedSet<HostPath> directories = new TreeSet<>();
        private final SortedSet<HostPath> others = new TreeSet<>();
        private final SortedSet<HostPath> kept = new TreeSet<>();
        private final SortedSet<HostPath> links = new TreeSet<>();

        Look(WorkspaceFiles files, HostPath workspace, Grants grants) {
            this.files = files;
            this.workspace = workspace;
            this.grants = grants;
        }

        Existing seen() {
            return new Existing(directories, others, kept, links);
        }

        void deny(HostPath path) {
            plain(path).ifPresent(stat -> (stat.type() == FileStat.Type.DIRECTORY ? directories : others).add(path));
        }

        /** Protects something, and if that is a link, what it leads to, as far as the box could change it. */
        void protect(HostPath path, WorkspacePath asked) {
            FileStat stat = at(path).orElseThrow(() -> missing(path, asked));
            if (stat.type() != FileStat.Type.LINK) {
                kept.add(path);
            } else if (links.add(path)) {
                HostPath target = target(path);
                if (isWritable(target)) {
                    protect(target, asked);
                }
            }
        }

        private boolean isWritable(HostPath path) {
            return workspace.contains(path) || grants.writable().stream().anyMatch(part -> part.contains(path));
        }

        /** What a link leads to. Above it there are no links, so the parent of a directory is the one that its name tells. */
        private HostPath target(HostPath link) {
            String said = files.readLink(inRoot(link));
            Deque<String> names = new ArrayDeque<>();
            if (!said.startsWith("/")) {
                names.addAll(inRoot(link).components());
                names.removeLast();
            }
            boolean down = false;
            for (String name : said.split("/", -1)) {
                if (name.equals("..")) {
                    if (down) {
                        throw throughLink(link); // what stands before may be another
                    }
                    names.pollLast();
                } else if (!name.isEmpty() && !name.equals(".")) {
                    down = true;
                    names.add(name);
                }
            }
            return new HostPath("/" + String.join("/", names));
        }

        Optional<FileStat> plain(HostPath path) {
            Optional<FileStat> stat = at(path);
            if (stat.filter(found -> found.type() == FileStat.Type.LINK).isPresent()) {
                throw throughLink(path);
            }
            return stat;
        }

        private Optional<FileStat> at(HostPath path) {
            if (path.equals(HostPath.ROOT)) {
                return Optional.empty();
            }
            try {
                return Optional.of(files.stat(inRoot(path)));
            } catch (TinyboxException e) {
                if (e.code() == ErrorCode.FILE_NOT_FOUND) {
                    return Optional.empty();
                }
                throw e.code() == ErrorCode.FILE_WRONG_TYPE ? throughLink(path) : e;
            }
        }

        private static WorkspacePath inRoot(HostPath path) {
            return new WorkspacePath(Arrays.asList(path.value().substring(1).split("/", -1)));
        }

        private static TinyboxException missing(HostPath path, WorkspacePath asked) {
            return TinyboxException.of(
                            ErrorCode.FILE_NOT_FOUND,
                            "protected path '" + Text.printable(asked.toString()) + "' is, or leads to, '"
                                    + Text.printable(path.value()) + "', which does not exist, so a box cannot be kept"
                                    + " from making it")
                    .remedy("make it, or protect a directory above it")
                    .build();
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
