package ai.tinyhumans.tinybox.host.ssh.sync;

import ai.tinyhumans.tinybox.spec.Text;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Entries that some file systems take for one: they are in the same directory, and their names differ only in case or in how
 * a letter is composed. Whether the far side's does is for it to say. Immutable.
 *
 * @param groups paths that are alike, two or more in each
 */
record Lookalikes(List<List<String>> groups) {

    /** Finds them among paths of files and directories. */
    static Lookalikes among(Collection<String> paths) {
        SortedMap<String, List<String>> bySpelling = new TreeMap<>();
        for (String path : paths) {
            String name = name(path);
            String directory = path.substring(0, path.length() - name.length());
            bySpelling
                    .computeIfAbsent(directory + plain(name), spelling -> new ArrayList<>(1))
                    .add(path);
        }
        return new Lookalikes(
                bySpelling.values().stream().filter(alike -> alike.size() > 1).toList());
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** A name without what it may differ in. By way of lower case, for only the small sharp s has SS as its upper case. */
    private static String plain(String name) {
        String text = Text.decode(name.getBytes(StandardCharsets.ISO_8859_1));
        return Normalizer.normalize(text, Normalizer.Form.NFD)
                .toLowerCase(Locale.ROOT)
                .toUpperCase(Locale.ROOT);
    }

    /** Their names, those of a group in a directory of its own, for {@code xargs -0}. */
    byte[] names() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            for (String path : groups.get(i)) {
                names.add(i + "/" + name(path));
            }
        }
        return Manifest.list(names);
    }

    /**
     * What is one with what on the far side.
     *
     * @param said which of {@link #names} was taken for an earlier one of its group
     * @return the paths of the group as far as that one; empty if it is none of them
     */
    List<String> merged(String said) {
        for (int i = 0; i < groups.size(); i++) {
            List<String> group = groups.get(i);
            for (int j = 1; j < group.size(); j++) {
                if (said.equals("./" + i + "/" + name(group.get(j)))) {
                    return group.subList(0, j + 1);
                }
            }
        }
        return List.of();
    }
}
