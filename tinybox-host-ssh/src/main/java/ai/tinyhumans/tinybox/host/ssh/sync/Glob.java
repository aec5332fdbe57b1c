package ai.tinyhumans.tinybox.host.ssh.sync;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A pattern of an ignore file as Git matches it, byte by byte (gitignore(5)). Immutable. It is matched by following all its
 * possibilities at once, so that no pattern takes more than the product of the two lengths.
 *
 * <p>{@code ?} is one byte and {@code *} any number, but never a slash. {@code **} between slashes, or between a slash and
 * an end of the pattern, is any number of bytes with slashes; {@code **}{@code /} may also be nothing. A set never holds a
 * slash. A pattern with an unclosed set, an unknown class or a lone backslash at its end matches nothing.
 */
final class Glob {

    /** What one element takes. */
    private enum Kind {
        /** Exactly one byte of a set. */
        ONE,
        /** Any number of bytes of a set. */
        MANY,
        /** Nothing, or any bytes up to and with a slash. */
        DIRECTORIES
    }

    private record Element(Kind kind, BitSet bytes) {}

    private static final BitSet ANY = range(0, 255);
    private static final BitSet ANY_BUT_SLASH = range(0, 255);

    static {
        ANY_BUT_SLASH.clear('/');
    }

    private final List<Element> elements;
    private final boolean matchable;

    private Glob(List<Element> elements, boolean matchable) {
        this.elements = elements;
        this.matchable = matchable;
    }

    static Glob compile(byte[] pattern) {
        List<Element> elements = new ArrayList<>();
        for (int at = 0; at < pattern.length; at++) {
            switch (pattern[at]) {
                case '?' -> elements.add(new Element(Kind.ONE, ANY_BUT_SLASH));
                case '*' -> at = addStars(pattern, at, elements);
                case '[' -> {
                    ByteSet set = ByteSet.read(pattern, at);
                    if (set.isBroken()) {
                        return new Glob(elements, false);
                    }
                    elements.add(new Element(Kind.ONE, set.bytes()));
                    at = set.end();
                }
                case '\\' -> {
                    at++;
                    if (at == pattern.length) {
                        return new Glob(elements, false);
                    }
                    elements.add(one(pattern[at]));
                }
                default -> elements.add(one(pattern[at]));
            }
        }
        return new Glob(elements, true);
    }

    /** Adds what a run of stars means; returns the place of the last byte it is written with. */
    private static int addStars(byte[] pattern, int first, List<Element> elements) {
        int after = first;
        while (after < pattern.length && pattern[after] == '*') {
            after++;
        }
        boolean opened = first == 0 || pattern[first - 1] == '/';
        boolean slash = after < pattern.length && pattern[after] == '/';
        boolean escapedSlash = after + 1 < pattern.length && pattern[after] == '\\' && pattern[after + 1] == '/';
        if (after - first < 2 || !opened || !(slash || escapedSlash || after == pattern.length)) {
            elements.add(new Element(Kind.MANY, ANY_BUT_SLASH));
            return after - 1;
        }
        if (slash) {
            elements.add(new Element(Kind.DIRECTORIES, ANY));
            return after;
        }
        elements.add(new Element(Kind.MANY, ANY));
        return after - 1;
    }

    private static Element one(byte value) {
        int number = value & 0xFF;
        return new Element(Kind.ONE, range(number, number));
    }

    static BitSet range(int from, int to) {
        BitSet bytes = new BitSet(256);
        bytes.set(from, Math.max(from, to + 1));
        return bytes;
    }

    /** Answers whether the whole of {@code text} from an offset on matches. */
    boolean matches(byte[] text, int from) {
        if (!matchable || !mayEndWith(text, from)) {
            return false;
        }
        BitSet places = new BitSet(elements.size() + 1);
        enter(places, 0);
        for (int i = from; i < text.length && !places.isEmpty(); i++) {
            places = step(places, text[i] & 0xFF);
        }
        return places.get(elements.size());
    }

    /** Looks at the last byte alone, which is enough for most paths. */
    private boolean mayEndWith(byte[] text, int from) {
        if (elements.isEmpty()) {
            return text.length == from;
        }
        Element last = elements.get(elements.size() - 1);
        return last.kind() != Kind.ONE || (text.length > from && last.bytes().get(text[text.length - 1] & 0xFF));
    }

    private BitSet step(BitSet places, int value) {
        BitSet next = new BitSet(elements.size() + 1);
        for (int place = places.nextSetBit(0); place >= 0; place = places.nextSetBit(place + 1)) {
            if (place == elements.size()) {
                continue;
            }
            Element element = elements.get(place);
            switch (element.kind()) {
                case ONE -> enterIf(element.bytes().get(value), next, place + 1);
                case MANY -> enterIf(element.bytes().get(value), next, place);
                case DIRECTORIES -> {
                    next.set(place); // inside it: leaving is for a slash only
                    enterIf(value == '/', next, place + 1);
                }
            }
        }
        return next;
    }

    private void enterIf(boolean condition, BitSet places, int place) {
        if (condition) {
            enter(places, place);
        }
    }

    /** Stands before an element, and before those after it as far as they may be nothing. */
    private void enter(BitSet places, int place) {
        int at = place;
        places.set(at);
        while (at < elements.size() && elements.get(at).kind() != Kind.ONE) {
            at++;
            places.set(at);
        }
    }
}
