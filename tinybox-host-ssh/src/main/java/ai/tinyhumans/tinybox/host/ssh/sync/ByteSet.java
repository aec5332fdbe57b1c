package ai.tinyhumans.tinybox.host.ssh.sync;

import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * A set in brackets, as in {@code [a-z]}, {@code [!x]} or {@code [[:digit:]_]}. Immutable.
 *
 * @param bytes the bytes it matches, never the slash
 * @param end where in the pattern its closing bracket is; -1 if it has none or names an unknown class
 */
record ByteSet(BitSet bytes, int end) {

    private static final ByteSet BROKEN = new ByteSet(new BitSet(), -1);

    boolean isBroken() {
        return end < 0;
    }

    /** Reads the set that is opened at a place of a pattern. */
    static ByteSet read(byte[] pattern, int open) {
        return new Reader(pattern, open).read();
    }

    private static final class Reader {

        private final byte[] pattern;
        private final BitSet bytes = new BitSet(256);
        private int at;

        Reader(byte[] pattern, int open) {
            this.pattern = pattern;
            this.at = open + 1;
        }

        ByteSet read() {
            boolean negated = peek(0) == '!' || peek(0) == '^';
            at += negated ? 1 : 0;
            int before = -1; // the byte a range may start from
            for (boolean first = true; first || peek(0) != ']'; first = false) {
                if (peek(0) == '-' && before >= 0 && peek(1) >= 0 && peek(1) != ']') {
                    at++;
                    int last = literal();
                    if (last < 0) {
                        return BROKEN;
                    }
                    bytes.or(Glob.range(before, last));
                    before = -1;
                } else if (peek(0) == '[' && peek(1) == ':') {
                    int close = closingBracket(at + 2);
                    if (close < 0) {
                        return BROKEN;
                    }
                    if (close > at + 2 && pattern[close - 1] == ':') {
                        BitSet named = characterClass(at + 2, close - 1);
                        if (named == null) {
                            return BROKEN;
                        }
                        bytes.or(named);
                        at = close + 1;
                        before = -1;
                    } else { // no class after all, but the bracket itself
                        bytes.set('[');
                        at++;
                        before = '[';
                    }
                } else {
                    before = literal();
                    if (before < 0) {
                        return BROKEN;
                    }
                    bytes.set(before);
                }
            }
            if (negated) {
                bytes.flip(0, 256);
            }
            bytes.clear('/');
            return new ByteSet(bytes, at);
        }

        private int peek(int ahead) {
            return at + ahead < pattern.length ? pattern[at + ahead] & 0xFF : -1;
        }

        /** The next byte, or the one after a backslash; -1 at the end. */
        private int literal() {
            at += peek(0) == '\\' ? 1 : 0;
            int value = peek(0);
            at++;
            return value;
        }

        private int closingBracket(int from) {
            for (int i = from; i < pattern.length; i++) {
                if (pattern[i] == ']') {
                    return i;
                }
            }
            return -1;
        }

        private @Nullable BitSet characterClass(int from, int to) {
            return switch (new String(pattern, from, to - from, StandardCharsets.ISO_8859_1)) {
                case "alnum" -> where("09", "AZ", "az");
                case "alpha" -> where("AZ", "az");
                case "blank" -> where("  ", "\t\t");
                case "cntrl" -> where("\0\37", "\177\177");
                case "digit" -> where("09");
                case "graph" -> where("!~");
                case "lower" -> where("az");
                case "print" -> where(" ~");
                case "punct" -> where("!/", ":@", "[`", "{~");
                case "space" -> where("  ", "\t\r");
                case "upper" -> where("AZ");
                case "xdigit" -> where("09", "AF", "af");
                default -> null;
            };
        }

        private static BitSet where(String... ranges) {
            BitSet all = new BitSet(256);
            for (String range : ranges) {
                all.or(Glob.range(range.charAt(0), range.charAt(1)));
            }
            return all;
        }
    }
}
