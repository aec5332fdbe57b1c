package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.Text;
import ai.tinyhumans.tinybox.spec.WorkspacePath;
import ai.tinyhumans.tinybox.spi.FileStat;
import ai.tinyhumans.tinybox.spi.WorkspaceFiles;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Looks at what of the host's files is denied or protected, by names that lead through no link but a protected one. Not
 * thread-safe.
 */
final class Look {

    /** The kernel follows as many (path_resolution(7)). */
    private static final int MOST_LINKS = 40;

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
        if (stat.type() == FileStat.Type.LINK) {
            follow(path, asked);
        } else {
            kept.add(path);
        }
    }

    /** Goes where a link leads, step by step (path_resolution(7)), and protects each link on the way and the end of it. */
    private void follow(HostPath link, WorkspacePath asked) {
        Deque<String> ahead = new ArrayDeque<>();
        Deque<String> here = redirect(link, new ArrayDeque<>(inRoot(link).components()), ahead);
        int entered = 0; // directories that are above no link on the way, so nothing keeps them where they are
        for (int followed = 1; !ahead.isEmpty() && followed < MOST_LINKS; ) {
            String name = ahead.removeFirst();
            if (name.equals("..")) {
                if (entered > 0 && isWritable(place(here))) {
                    throw throughLink(link);
                }
                entered = Math.max(0, entered - 1);
                here.pollLast();
            } else if (!name.isEmpty() && !name.equals(".")) {
                here.addLast(name);
                HostPath next = place(here);
                Optional<FileStat> stat = at(next);
                if (stat.isEmpty()) {
                    requireOutOfReach(next, asked);
                    return;
                }
                if (stat.get().type() == FileStat.Type.LINK) {
                    followed++;
                    entered = 0;
                    here = redirect(next, here, ahead);
                } else {
                    entered++;
                }
            }
        }
        boolean resolved = ahead.isEmpty(); // else the kernel goes no further either
        HostPath end = place(here);
        if (resolved && isWritable(end)) {
            requirePart(end, asked);
            kept.add(end);
        }
    }

    private void requirePart(HostPath end, WorkspacePath asked) {
        if (end.equals(workspace) || grants.writable().contains(end)) {
            throw TinyboxException.of(
                            ErrorCode.ARGUMENT_INVALID,
                            "protected path '" + Text.printable(asked.toString()) + "' leads to the whole of '"
                                    + Text.printable(end.value()) + "', which the box is to write")
                    .remedy("protect what of it is to stay")
                    .build();
        }
    }

    /** Puts what a link says ahead; returns the directory that this starts from. */
    private Deque<String> redirect(HostPath link, Deque<String> here, Deque<String> ahead) {
        if (isWritable(link)) {
            links.add(link);
        }
        String said = files.readLink(inRoot(link));
        List<String> names = new ArrayList<>(Arrays.asList(said.split("/", -1)));
        Collections.reverse(names);
        names.forEach(ahead::addFirst);
        here.removeLast();
        return said.startsWith("/") ? new ArrayDeque<>() : here;
    }

    private void requireOutOfReach(HostPath path, WorkspacePath asked) {
        if (isWritable(path)) {
            throw missing(path, asked);
        }
    }

    private boolean isWritable(HostPath path) {
        return workspace.contains(path) || grants.writable().stream().anyMatch(part -> part.contains(path));
    }

    private static HostPath place(Deque<String> names) {
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
