package ai.tinyhumans.tinybox.host.ssh.sync;

import java.util.Arrays;
import java.util.Optional;

/** One line of an ignore file (gitignore(5)). Immutable. */
final class IgnoreRule {

    private final boolean negative;
    private final boolean directoriesOnly;
    private final boolean nameOnly;
    private final byte[] prefix;
    private final Glob rest;

    private IgnoreRule(boolean negative, boolean directoriesOnly, boolean nameOnly, byte[] prefix, Glob rest) {
        this.negative = negative;
        this.directoriesOnly = directoriesOnly;
        this.nameOnly = nameOnly;
        this.prefix = prefix;
        this.rest = rest;
    }

    /** Reads a line without its end; empty if it is blank or a comment. */
    static Optional<IgnoreRule> parse(byte[] line) {
        int from = 0;
        int to = withoutTrailingBlanks(line);
        if (to == 0 || line[0] == '#') {
            return Optional.empty();
        }
        boolean negative = line[0] == '!';
        from += negative ? 1 : 0;
        boolean directoriesOnly = to > from && line[to - 1] == '/';
        to -= directoriesOnly ? 1 : 0;
        boolean nameOnly = indexOfSlash(line, from, to) < 0;
        from += to > from && line[from] == '/' ? 1 : 0;
        byte[] pattern = Arrays.copyOfRange(line, from, to);
        // Git compares what comes before the first wildcard by itself, so a "**" right after it counts as at the start.
        int wild = firstSpecial(pattern);
        return Optional.of(new IgnoreRule(
                negative,
                directoriesOnly,
                nameOnly,
                Arrays.copyOf(pattern, wild),
                Glob.compile(Arrays.copyOfRange(pattern, wild, pattern.length))));
    }

    /** A blank that a backslash stands before stays, and so do tabs. */
    private static int withoutTrailingBlanks(byte[] line) {
        int end = 0;
        for (int i = 0; i < line.length; i++) {
            if (line[i] == '\\') {
                i++;
                end = Math.min(i + 1, line.length);
            } else if (line[i] != ' ') {
                end = i + 1;
            }
        }
        return end;
    }

    private static int indexOfSlash(byte[] line, int from, int to) {
        for (int i = from; i < to; i++) {
            if (line[i] == '/') {
                return i;
            }
        }
        return -1;
    }

    private static int firstSpecial(byte[] pattern) {
        for (int i = 0; i < pattern.length; i++) {
            if (pattern[i] == '*' || pattern[i] == '?' || pattern[i] == '[' || pattern[i] == '\\') {
                return i;
            }
        }
        return pattern.length;
    }

    /** Answers whether it says that what it matches is not ignored. */
    boolean isNegative() {
        return negative;
    }

    /** Answers whether it says something of a path. */
    boolean matches(byte[] path, boolean directory) {
        int start = nameOnly ? nameStart(path) : 0;
        int wild = start + prefix.length;
        return (directory || !directoriesOnly)
                && path.length >= wild
                && Arrays.equals(path, start, wild, prefix, 0, prefix.length)
                && rest.matches(path, wild);
    }

    private static int nameStart(byte[] path) {
        int start = path.length;
        while (start > 0 && path[start - 1] != '/') {
            start--;
        }
        return start;
    }
}
