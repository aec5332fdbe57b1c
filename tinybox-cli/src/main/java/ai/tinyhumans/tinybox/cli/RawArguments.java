package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.spec.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The arguments of the process as {@link Text}, byte for byte. The JVM decodes them in its locale, and what that has no
 * letters for is lost: under {@code LC_ALL=C}, everything beyond ASCII.
 */
final class RawArguments {

    /** NUL-terminated, one after the other (proc(5)). */
    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

    private RawArguments() {}

    /** Reads the arguments again, if the kernel still tells them and the JVM may have lost something. */
    static List<String> of(String[] decoded) {
        List<String> given = List.of(decoded);
        if (given.stream().allMatch(RawArguments::isAscii)) {
            return given;
        }
        try {
            return of(decoded, Files.readAllBytes(COMMAND_LINE));
        } catch (IOException thisIsNoLinux) {
            return given;
        }
    }

    /** The last arguments of a command line, if they can be the ones that were decoded. */
    static List<String> of(String[] decoded, byte[] commandLine) {
        List<String> all = split(commandLine);
        if (all.size() < decoded.length) {
            return List.of(decoded);
        }
        List<String> last = all.subList(all.size() - decoded.length, all.size());
        for (int i = 0; i < decoded.length; i++) {
            if (isAscii(decoded[i]) && !decoded[i].contains("?") && !decoded[i].equals(last.get(i))) {
                return List.of(decoded);
            }
        }
        return last;
    }

    private static List<String> split(byte[] commandLine) {
        List<String> arguments = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < commandLine.length; i++) {
            if (commandLine[i] == 0) {
                arguments.add(Text.decode(Arrays.copyOfRange(commandLine, from, i)));
                from = i + 1;
            }
        }
        return arguments;
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 0x80);
    }
}
