package ai.tinyhumans.tinybox.host.ssh.sync;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What is to be done on the far side. Immutable.
 *
 * @param toSend the files it does not have
 * @param gone paths of files it was sent once and that are no more in the tree
 * @param left directories that held such files and hold none of the tree now, the deepest first
 * @param passed every directory that a path of either tree goes through, the higher first
 * @param alike entries of the tree that the far side might take for one
 */
record Changes(List<TreeFile> toSend, List<String> gone, List<String> left, List<String> passed, Lookalikes alike) {

    static final Changes NONE = new Changes(List.of(), List.of(), List.of(), List.of(), new Lookalikes(List.of()));

    /**
     * Compares what the far side has with what it should.
     *
     * @param there what it was sent last
     * @param believed whether it still has that
     */
    static Changes between(Manifest there, boolean believed, List<TreeFile> files, Manifest here) {
        List<TreeFile> toSend = new ArrayList<>();
        for (TreeFile file : files) {
            String known = there.contents().get(file.path());
            if (!believed || !Objects.equals(known, here.contents().get(file.path()))) {
                toSend.add(file);
            }
        }
        List<String> gone = new ArrayList<>();
        for (Map.Entry<String, String> entry : there.contents().entrySet()) {
            if (!here.contents().containsKey(entry.getKey())) {
                gone.add(entry.getKey());
            }
        }
        SortedSet<String> kept = parents(here.contents().keySet());
        SortedSet<String> left = parents(gone);
        SortedSet<String> passed = new TreeSet<>(kept);
        passed.addAll(left);
        left.removeAll(kept);
        Collection<String> entries = new TreeSet<>(FarSide.OWN);
        entries.addAll(kept);
        entries.addAll(here.contents().keySet());
        List<String> deepestFirst = new ArrayList<>(left);
        Collections.reverse(deepestFirst);
        return new Changes(toSend, gone, deepestFirst, List.copyOf(passed), Lookalikes.among(entries));
    }

    private static SortedSet<String> parents(Iterable<String> paths) {
        SortedSet<String> parents = new TreeSet<>();
        for (String path : paths) {
            int slash = path.lastIndexOf('/');
            while (slash > 0 && parents.add(path.substring(0, slash))) {
                slash = path.lastIndexOf('/', slash - 1);
            }
        }
        return parents;
    }
}
