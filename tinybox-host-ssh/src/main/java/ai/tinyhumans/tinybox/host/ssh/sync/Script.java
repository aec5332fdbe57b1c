package ai.tinyhumans.tinybox.host.ssh.sync;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The program for the far side, in the shell language of POSIX. */
final class Script {

    static final String TEXT = read();

    private Script() {}

    private static String read() {
        try (InputStream in = Objects.requireNonNull(Script.class.getResourceAsStream("sync.sh"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
