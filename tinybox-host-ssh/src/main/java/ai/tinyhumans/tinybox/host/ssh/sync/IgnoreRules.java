package ai.tinyhumans.tinybox.host.ssh.sync;

import ai.tinyhumans.tinybox.spec.Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which files of a tree are left out, by Git's rules: the last line that matches a path decides, and nothing below an ignored
 * directory can be brought back. Immutable. Paths are relative to the root, with slashes, as bytes.
 *
 * <p>Before every file stands the rule {@code .git}: Git never takes it for a part of the tree, but a line {@code !.git}
 * does.
 */
final class IgnoreRules {

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final List<IgnoreRule> lastFirst;

    private IgnoreRules(List<IgnoreRule> lastFirst) {
        this.lastFirst = lastFirst;
    }

    /** The rules of files of the root, of which a later one wins. */
    static IgnoreRules of(List<byte[]> files) {
        List<IgnoreRule> rules = new ArrayList<>();
        IgnoreRule.parse(Text.encode(".git")).ifPresent(rules::add);
        files.forEach(file -> addLines(file, rules));
        List<IgnoreRule> reversed = new ArrayList<>();
        for (int i = rules.size() - 1; i >= 0; i--) {
            reversed.add(rules.get(i));
        }
        return new IgnoreRules(reversed);
    }

    private static void addLines(byte[] file, List<IgnoreRule> rules) {
        boolean marked = Arrays.mismatch(file, BYTE_ORDER_MARK) == BYTE_ORDER_MARK.length;
        int start = marked ? BYTE_ORDER_MARK.length : 0;
        for (int i = start; i <= file.length; i++) {
            if (i == file.length || file[i] == '\n') {
                boolean carriageReturn = i > start && file[i - 1] == '\r';
                IgnoreRule.parse(Arrays.copyOfRange(file, start, carriageReturn ? i - 1 : i))
                        .ifPresent(rules::add);
                start = i + 1;
            }
        }
    }

    /** Answers whether a path is ignored, given that no directory above it is. */
    boolean ignores(byte[] path, boolean directory) {
        for (IgnoreRule rule : lastFirst) {
            if (rule.matches(path, directory)) {
                return !rule.isNegative();
            }
        }
        return false;
    }
}
