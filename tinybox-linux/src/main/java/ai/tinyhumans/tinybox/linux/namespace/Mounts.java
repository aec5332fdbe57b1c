package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.Text;
import ai.tinyhumans.tinybox.spi.Footing;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The mounts that make up what a box sees of the host's files beyond the system: workspace, grants, and over them what is
 * protected or denied, at each name by which the box could reach it. Pure. Not thread-safe.
 *
 * <p>A mount point cannot be renamed or removed, but a directory above it can, and the next command would find another one
 * in its place. So every directory between a writable mount and what is kept in it is made a mount point as well.
 */
final class Mounts {

    /** Where a box has its workspace. */
    static final HostPath WORKSPACE = new HostPath("/workspace");

    /** File systems of the host that tell of its processes and devices; a box has its own. */
    private static final List<HostPath> OWN = List.of(new HostPath("/proc"), new HostPath("/dev"));

    /** A part of the host and where it is seen in the box. */
    private record Part(HostPath source, HostPath target, boolean writable) {

        HostPath targetOf(HostPath path) {
            return HostPath.ROOT.equals(source)
                    ? path
                    : new HostPath(target.value()
                            + path.value().substring(source.value().length()));
        }
    }

    private final List<Part> parts = new ArrayList<>();

    /** The options for each mount point, in an order in which one that holds another comes first. */
    private final SortedMap<HostPath, List<String>> options = new TreeMap<>();

    /** What may not be changed, on the host. */
    private final Set<HostPath> kept = new HashSet<>();

    /** What a mount is at, and each directory between that and the mount that holds it. */
    private final Set<HostPath> mountedOver = new HashSet<>();

    private Mounts() {}

    /**
     * Works out what to mount.
     *
     * @param workspace the directory of the host
     * @param existing what there is of what is denied or protected
     * @throws TinyboxException {@code argument.invalid} if the grants contradict each other or the box's own mounts
     */
    static Mounts of(HostPath workspace, Grants grants, Existing existing) {
        Mounts mounts = new Mounts();
        grants.readOnly().forEach(path -> mounts.grant(path, false));
        grants.writable().forEach(path -> mounts.grant(path, true));
        mounts.add(new Part(workspace, WORKSPACE, true));
        mounts.nest();
        for (HostPath path : grants.denyRead()) {
            mounts.requireDeniable(path);
        }
        mounts.kept.addAll(existing.kept());
        existing.kept().forEach(mounts::keep);
        existing.links().forEach(mounts::keepLink);
        existing.directories().forEach(path -> mounts.mask(path, true));
        existing.files().forEach(path -> mounts.mask(path, false));
        return mounts;
    }

    /** The options of bubblewrap that mount all this. */
    List<String> options() {
        return options.values().stream().flatMap(List::stream).toList();
    }

    /**
     * What of the host all this is made of. A mount within another goes where what it is mounted over goes, and is gone when
     * that is removed, from whichever namespace that is done; so there nothing may have been moved at all.
     */
    Footing footing() {
        return new Footing(parts.stream().map(Part::source).collect(Collectors.toSet()), mountedOver);
    }

    private void grant(HostPath path, boolean writable) {
        if (OWN.stream().anyMatch(own -> own.contains(path))) {
            throw invalid(path, "cannot be granted: a box has its own", "grant what is needed of the files elsewhere");
        }
        if (WORKSPACE.contains(path)) {
            throw invalid(path, "cannot be granted: a box has its workspace there", "move it on the host");
        }
        add(new Part(path, path, writable));
    }

    private void add(Part part) {
        parts.add(part);
        options.put(part.target, bind(part.writable ? "--bind" : "--ro-bind", part.source, part.target));
    }

    private void nest() {
        for (Part outer : parts) {
            for (Part inner : parts) {
                if (!inner.equals(outer) && outer.target.contains(inner.target)) {
                    mountedOver.add(inner.source);
                    mountedOver.addAll(between(outer, inner.source));
                }
            }
        }
    }

    private void requireDeniable(HostPath path) {
        for (HostPath system : NamespaceArgs.SYSTEM) {
            if (system.contains(path) || path.contains(system)) {
                throw invalid(
                        path,
                        "cannot be denied: '" + system + "' is part of every box",
                        "keep secrets out of the directories of the system");
            }
        }
        for (Part part : parts) {
            if (path.contains(part.source)) {
                throw invalid(
                        path,
                        "is denied, but '" + part.source + "' in it is granted",
                        "deny what is beside it, or do not");
            }
        }
    }

    /** Makes something of the workspace unchangeable wherever it could be changed. */
    private void keep(HostPath path) {
        for (Part part : parts) {
            if (part.writable && part.source.contains(path)) {
                pin(part, path);
                options.put(part.targetOf(path), bind("--ro-bind", path, part.targetOf(path)));
            }
        }
    }

    /** Keeps the directories above a link where they are; the link itself is {@linkplain LinkHolder held} before. */
    private void keepLink(HostPath path) {
        for (Part part : parts) {
            if (part.writable && part.source.contains(path)) {
                pin(part, path);
            }
        }
    }

    /** Puts something empty over what is denied wherever it could be seen. */
    private void mask(HostPath path, boolean directory) {
        for (Part part : parts) {
            if (part.source.contains(path)) {
                pin(part, path);
                String target = part.targetOf(path).value();
                options.put(
                        part.targetOf(path),
                        directory
                                ? List.of("--perms", "0000", "--tmpfs", target, "--remount-ro", target)
                                : List.of("--ro-bind", "/dev/null", target)); // a device where none may be opened
            }
        }
    }

    private void pin(Part part, HostPath path) {
        mountedOver.add(path);
        for (HostPath above : between(part, path)) {
            mountedOver.add(above);
            if (part.writable && isShown(part, part.targetOf(above))) {
                options.putIfAbsent(part.targetOf(above), bind("--bind", above, part.targetOf(above)));
            }
        }
    }

    /** Whether what a part has at a place is what the box has there: no other part, nor anything kept, is around it. */
    private boolean isShown(Part part, HostPath target) {
        return parts.stream()
                        .noneMatch(other -> !other.equals(part)
                                && part.target.contains(other.target)
                                && other.target.contains(target))
                && kept.stream()
                        .noneMatch(path -> part.source.contains(path)
                                && part.targetOf(path).contains(target));
    }

    /** The directories above a path of the host that are below a part's. */
    private static List<HostPath> between(Part part, HostPath path) {
        List<HostPath> between = new ArrayList<>();
        String source = path.value();
        for (int slash = source.lastIndexOf('/');
                slash > part.source.value().length();
                slash = source.lastIndexOf('/', slash - 1)) {
            between.add(new HostPath(source.substring(0, slash)));
        }
        return between;
    }

    private static List<String> bind(String how, HostPath source, HostPath target) {
        return List.of(how, source.value(), target.value());
    }

    private static TinyboxException invalid(HostPath path, String why, String remedy) {
        return TinyboxException.of(ErrorCode.ARGUMENT_INVALID, "'" + Text.printable(path.value()) + "' " + why)
                .remedy(remedy)
                .build();
    }
}
