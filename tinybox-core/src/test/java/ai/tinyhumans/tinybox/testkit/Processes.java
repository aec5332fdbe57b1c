package ai.tinyhumans.tinybox.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Looks for living processes by an argument that no other program has. Linux only. */
public final class Processes {

    private static final int MIN_LENGTH = 4;

    private Processes() {}

    /**
     * The numbers of all living processes that have this argument, in any place.
     *
     * @throws IllegalArgumentException if it is so short that others may have it: what is found here may be killed
     */
    public static List<Long> withArgument(String argument) {
        if (argument.length() < MIN_LENGTH) {
            throw new IllegalArgumentException("argument '" + argument + "' is not one that no other program has");
        }
        List<Long> found = new ArrayList<>();
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path directory : directories) {
                if (arguments(directory).contains(argument)) {
                    found.add(Long.parseLong(directory.getFileName().toString()));
                }
            }
        } catch (IOException e) {
            throw new AssertionError("/proc cannot be listed", e);
        }
        return found;
    }

    /** A zombie has no arguments, so it is not found: it is not alive. */
    private static List<String> arguments(Path directory) {
        try {
            String line = Files.readString(directory.resolve("cmdline"), StandardCharsets.ISO_8859_1);
            return Arrays.asList(line.split("\0", -1));
        } catch (IOException goneMeanwhile) {
            return List.of();
        }
    }
}
