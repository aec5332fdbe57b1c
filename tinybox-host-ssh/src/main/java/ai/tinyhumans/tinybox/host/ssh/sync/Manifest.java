package ai.tinyhumans.tinybox.host.ssh.sync;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the files of a tree hold, so that the changed ones can be told. Immutable. Written as two files: the paths, each after
 * {@code ./} and before a NUL, which {@code xargs -0} takes as they are; and a line for each, in the same order.
 *
 * @param contents by path, each byte one character of Latin-1: the digest of the content and whether it is executable
 */
record Manifest(SortedMap<String, String> contents) {

    static final Manifest EMPTY = new Manifest(new TreeMap<>());

    /** Copies nothing: whoever makes it gives the map away. */
    Manifest {
        contents = Collections.unmodifiableSortedMap(contents);
    }

    /** What a file holds, as one word. */
    static String content(String digest, boolean executable) {
        return digest + (executable ? "x" : "-");
    }

    byte[] paths() {
        return list(contents.keySet());
    }

    byte[] lines() {
        return (String.join("\n", contents.values()) + "\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The paths that some lines are about, as {@code grep -n} writes them: the number, from 1, comes before a colon. */
    List<String> at(String lines) {
        List<String> paths = List.copyOf(contents.keySet());
        return lines.lines()
                .filter(line -> line.matches("[1-9][0-9]{0,8}:.*"))
                .map(line -> Integer.parseInt(line.substring(0, line.indexOf(':'))))
                .filter(number -> number <= paths.size())
                .map(number -> paths.get(number - 1))
                .toList();
    }

    /** A list of paths for {@code xargs -0}. */
    static byte[] list(Iterable<String> paths) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (String path : paths) {
            out.writeBytes(("./" + path + '\0').getBytes(StandardCharsets.ISO_8859_1));
        }
        return out.toByteArray();
    }

    /** Reads both files; empty if they are not a manifest. */
    static Optional<Manifest> parse(byte[] paths, byte[] lines) {
        String[] names = new String(paths, StandardCharsets.ISO_8859_1).split("\0", -1);
        String[] words = new String(lines, StandardCharsets.ISO_8859_1).split("\n", -1);
        if (names.length == 1 && words.length == 2) {
            return Optional.of(EMPTY);
        }
        SortedMap<String, String> contents = new TreeMap<>();
        for (int i = 0; i < names.length - 1; i++) {
            if (names.length != words.length || !isBelow(names[i]) || words[i].length() != Fingerprint.LENGTH + 1) {
                return Optional.empty();
            }
            contents.put(names[i].substring(2), words[i]);
        }
        return Optional.of(new Manifest(contents));
    }

    /** The far side may hold anything: nothing but a plain path below the root is believed to be one. */
    private static boolean isBelow(String name) {
        return name.startsWith("./") && !("/" + name.substring(2) + "/").matches("(?s).*/(\\.{0,2})/.*");
    }
}
