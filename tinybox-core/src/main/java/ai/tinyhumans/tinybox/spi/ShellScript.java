package ai.tinyhumans.tinybox.spi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Scripts in the shell language of POSIX that run where a program is started by a shell, kept as resources. Thread-safe. */
public final class ShellScript {

    private static final Pattern FUNCTION = Pattern.compile("(?ms)^(tinybox_[a-z]+)\\(\\) \\{\n.*?^}\n");

    private static final Pattern NAME = Pattern.compile("tinybox_[a-z]+");

    private static final String LOOKUP_SOURCE = source(ShellScript.class.getResourceAsStream("lookup.sh"));

    /**
     * The functions that find a program as execvp(3) does: {@code tinybox_find} sets {@code TINYBOX_FOUND} or, as {@code
     * tinybox_interpreted} does for the interpreter of that file, {@code TINYBOX_WHY}.
     */
    public static final String LOOKUP = bare(LOOKUP_SOURCE);

    private ShellScript() {}

    /**
     * Reads a script without the comments and the indentation, which are for people: a far shell reads byte by byte. No
     * line of it may need its indentation.
     *
     * @param resource the script, closed here; null only if the jar is broken
     */
    public static String read(@Nullable InputStream resource) {
        return bare(source(resource));
    }

    /**
     * Reads, as {@link #read} does, what of a script a function of it needs: that function, those it names or they do, also
     * of {@link #LOOKUP}, and all that is in no function. A script that is passed with each command takes longer the longer
     * it is.
     */
    static String part(@Nullable InputStream resource, String function) {
        String whole = LOOKUP_SOURCE + source(resource);
        Map<String, String> functions = new LinkedHashMap<>();
        FUNCTION.matcher(whole).results().forEach(found -> functions.put(found.group(1), bare(found.group())));
        String rest = bare(FUNCTION.matcher(whole).replaceAll(""));
        Map<String, String> needed = new LinkedHashMap<>();
        Deque<String> open = new ArrayDeque<>();
        open.add(function);
        NAME.matcher(rest).results().map(MatchResult::group).forEach(open::add);
        while (!open.isEmpty()) {
            String name = open.remove();
            String body = functions.get(name);
            if (body == null) {
                throw new IllegalArgumentException("no function '" + name + "' in the script");
            }
            if (needed.put(name, body) == null) {
                NAME.matcher(body).results().map(MatchResult::group).forEach(open::add);
            }
        }
        return String.join("", needed.values()) + rest;
    }

    private static String source(@Nullable InputStream resource) {
        try (InputStream in = Objects.requireNonNull(resource, "a script is missing in the jar")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String bare(String source) {
        return source.replaceAll("(?m)^ *(#.*)?\n|^ +", "");
    }
}
