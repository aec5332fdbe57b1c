package ai.tinyhumans.tinybox.spi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Scripts in the shell language of POSIX that run where a program is started by a shell, kept as resources. Thread-safe. */
public final class ShellScript {

    /**
     * The functions that find a program as execvp(3) does: {@code tinybox_find} sets {@code TINYBOX_FOUND} or, as {@code
     * tinybox_interpreted} does for the interpreter of that file, {@code TINYBOX_WHY}.
     */
    public static final String LOOKUP = read(ShellScript.class.getResourceAsStream("lookup.sh"));

    private ShellScript() {}

    /**
     * Reads a script without the comments and the indentation, which are for people: a far shell reads byte by byte. No
     * line of it may need its indentation.
     *
     * @param resource the script, closed here; null only if the jar is broken
     */
    public static String read(@Nullable InputStream resource) {
        try (InputStream in = Objects.requireNonNull(resource, "a script is missing in the jar")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^ *(#.*)?\n|^ +", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
