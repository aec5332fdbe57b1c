package ai.tinyhumans.tinybox.spec;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What a box may reach of the host's files besides its workspace, and what it may not reach within that. Immutable. Any
 * such wish demands that {@link Constraint#FILESYSTEM} is enforced.
 *
 * <p>Granted paths have the same names in the box as on the host. What is denied is denied wherever it lies, in the
 * workspace too. A protected path is one of the workspace that stays as it is: it can be read, not changed. If it is a
 * link, what it leads to stays as well. If it does not exist a sandbox keeps it from being made and makes nothing in its place
 * on the host, or refuses the box.
 *
 * @param readOnly what may be read and executed
 * @param writable what may be changed as well
 * @param denyRead what may be neither read nor changed
 * @param protectedPaths what of the workspace may not be changed
 */
public record Grants(
        SortedSet<HostPath> readOnly,
        SortedSet<HostPath> writable,
        SortedSet<HostPath> denyRead,
        Set<WorkspacePath> protectedPaths) {

    /** Nothing but the workspace, and all of that. */
    public static final Grants NONE = new Grants(new TreeSet<>(), new TreeSet<>(), new TreeSet<>(), Set.of());

    /**
     * Copies and checks the collections.
     *
     * @throws TinyboxException {@code argument.invalid} if the root of the host or the whole workspace is named, or a path
     *     is granted in two ways, or both granted and denied
     */
    public Grants {
        readOnly = sorted(readOnly);
        writable = sorted(writable);
        denyRead = sorted(denyRead);
        protectedPaths = Collections.unmodifiableSet(new LinkedHashSet<>(protectedPaths));
        if (Stream.of(readOnly, writable, denyRead).anyMatch(paths -> paths.contains(HostPath.ROOT))) {
            throw invalid(
                    "the root of the host can be neither granted nor denied", "name the directories that are meant");
        }
        if (protectedPaths.contains(WorkspacePath.ROOT)) {
            throw invalid("the whole workspace cannot be protected", "name what of it is to stay");
        }
        requireDisjoint(readOnly, writable);
        requireDisjoint(readOnly, denyRead);
        requireDisjoint(writable, denyRead);
    }

    /** Returns these grants with more that may be read. */
    public Grants readOnly(String... paths) {
        return new Grants(plus(readOnly, paths), writable, denyRead, protectedPaths);
    }

    /** Returns these grants with more that may be read and changed. */
    public Grants writable(String... paths) {
        return new Grants(readOnly, plus(writable, paths), denyRead, protectedPaths);
    }

    /** Returns these grants with more that may be neither read nor changed. */
    public Grants denyRead(String... paths) {
        return new Grants(readOnly, writable, plus(denyRead, paths), protectedPaths);
    }

    /** Returns these grants with more of the workspace that may not be changed. */
    public Grants protect(String... workspacePaths) {
        Set<WorkspacePath> more = new LinkedHashSet<>(protectedPaths);
        Stream.of(workspacePaths).map(WorkspacePath::parse).forEach(more::add);
        return new Grants(readOnly, writable, denyRead, more);
    }

    /** Answers whether nothing is granted, denied or protected. */
    public boolean isEmpty() {
        return equals(NONE);
    }

    private static SortedSet<HostPath> plus(Collection<HostPath> paths, String... more) {
        SortedSet<HostPath> all = new TreeSet<>();
        all.addAll(paths);
        all.addAll(Stream.of(more).map(HostPath::new).toList());
        return all;
    }

    private static SortedSet<HostPath> sorted(Collection<HostPath> paths) {
        return Collections.unmodifiableSortedSet(plus(paths));
    }

    private static void requireDisjoint(SortedSet<HostPath> some, SortedSet<HostPath> others) {
        for (HostPath path : some) {
            if (others.contains(path)) {
                throw invalid(
                        "'" + Text.printable(path.value()) + "' stands in two lists of grants",
                        "leave it in one of them");
            }
        }
    }

    private static TinyboxException invalid(String message, String remedy) {
        return TinyboxException.of(ErrorCode.ARGUMENT_INVALID, message)
                .remedy(remedy)
                .build();
    }
}
