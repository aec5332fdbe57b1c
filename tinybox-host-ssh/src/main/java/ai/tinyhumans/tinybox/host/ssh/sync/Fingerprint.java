package ai.tinyhumans.tinybox.host.ssh.sync;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.Text;

/**
 * What a tree is, whoever holds it: BLAKE3 over its files in the order of their paths, of each the path, one byte that is 1
 * if its owner may execute it, and the content, each after its length as eight bytes, the lowest first. Times do not count,
 * nor do owners, links, directories, or what the ignore rules leave out. Immutable.
 *
 * @param hex 64 lower-case hexadecimal digits
 */
public record Fingerprint(String hex) {

    /** How many digits it has. */
    static final int LENGTH = 64;

    /**
     * Checks the digits.
     *
     * @throws TinyboxException {@code argument.invalid} if it is not 64 lower-case hexadecimal digits
     */
    public Fingerprint {
        if (!hex.matches("[0-9a-f]{" + LENGTH + "}")) {
            throw TinyboxException.of(
                            ErrorCode.ARGUMENT_INVALID,
                            "fingerprint '" + Text.printable(hex) + "' is not " + LENGTH
                                    + " lower-case hexadecimal digits")
                    .build();
        }
    }

    @Override
    public String toString() {
        return hex;
    }
}
