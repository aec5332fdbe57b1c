package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.spec.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** The environment of this process as the bytes it is, which {@link System#getenv()} decodes by the locale. */
final class OwnEnvironment {

    private OwnEnvironment() {}

    /** Reads the variables this process was started with (proc(5)); those of the JVM where there is no such file. */
    static Map<String, String> read() {
        try {
            return parse(Files.readAllBytes(Path.of("/proc/self/environ")));
        } catch (IOException absent) {
            return System.getenv();
        }
    }

    /** Parses entries that a NUL ends each. Of two of one name the first counts, as in getenv(3). */
    static Map<String, String> parse(byte[] block) {
        Map<String, String> variables = new LinkedHashMap<>();
        int start = 0;
        for (int i = 0; i <= block.length; i++) {
            if (i == block.length || block[i] == 0) {
                String entry = Text.decode(Arrays.copyOfRange(block, start, i));
                int equals = entry.indexOf('=');
                if (equals > 0) {
                    variables.putIfAbsent(entry.substring(0, equals), entry.substring(equals + 1));
                }
                start = i + 1;
            }
        }
        return variables;
    }
}
