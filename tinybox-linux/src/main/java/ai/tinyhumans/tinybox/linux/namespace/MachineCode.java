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
 * Programs of some hundred bytes, each of which a resource spells out, instruction by instruction: nothing can be built
 * where a box is.
 */
final class MachineCode {

    private MachineCode() {}

    /** A program, an ELF file. */
    static byte[] of(String program, Architecture architecture) {
        String name = program + "-" + architecture.name().toLowerCase(Locale.ROOT) + ".hex";
        try (InputStream in = Objects.requireNonNull(MachineCode.class.getResourceAsStream(name), name)) {
            String listing = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
            return HexFormat.of().parseHex(listing.replaceAll("#.*|\\s", ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
