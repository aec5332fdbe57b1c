package ai.tinyhumans.tinybox.spi;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Words for a POSIX shell. Pure. The one place where a caller's text becomes part of a program: a mistake here would run
 * whatever the text says.
 */
public final class ShellWords {

    /** Sets the variable that {@link #quote} writes a line break with: the third character of IFS is one. */
    public static final String PREAMBLE = "TINYBOX_LF=${IFS#??};";

    private ShellWords() {}

    /**
     * A word that a shell takes for exactly this text, without a line break in it: single quotes around everything, a
     * quote outside of them after a backslash, a line break as the variable of {@link #PREAMBLE}.
     *
     * @throws IllegalArgumentException if it holds NUL, which no argument can
     */
    public static String quote(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("an argument holds NUL");
        }
        return "'" + text.replace("'", "'\\''").replace("\n", "'\"$TINYBOX_LF\"'") + "'";
    }

    /** The same of several, divided by blanks. */
    public static String quoteAll(List<String> texts) {
        return texts.stream().map(ShellWords::quote).collect(Collectors.joining(" "));
    }
}
