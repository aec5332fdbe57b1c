package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.linux.seccomp.Architecture;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;

/**
 * The program that is process 1 of a box: what bubblewrap executes when all is set up. It finds a {@link CommandImage} on a
 * descriptor, or waits on a socket there until it comes with the descriptors of the command; maps it, starts the command
 * with the streams and closes its own, reaps orphans until the command is dead, reports how it ended or why it did not
 * start, and ends, which ends all that is left in the box. Nothing of the box may look into it, since it is not dumpable
 * (PR_SET_DUMPABLE in prctl(2)), and no signal from within the box ends it (pid_namespaces(7)).
 *
 * <p>It is some hundred bytes of machine code that a resource spells out, instruction by instruction: nothing on a system
 * starts a program from exact bytes and tells its exact end, and nothing can be built where a box is.
 */
final class FirstProcess {

    /** Where a box has it. */
    static final String PATH = "/.tinybox";

    /** The descriptor of its request. */
    static final int REQUEST = 6;

    /** The descriptor it reports on. */
    static final int REPORT = 7;

    private FirstProcess() {}

    /** The program, an ELF file. */
    static byte[] program(Architecture architecture) {
        String name = "first-" + architecture.name().toLowerCase(Locale.ROOT) + ".hex";
        try (InputStream in = Objects.requireNonNull(FirstProcess.class.getResourceAsStream(name), name)) {
            String listing = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
            return HexFormat.of().parseHex(listing.replaceAll("#.*|\\s", ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
