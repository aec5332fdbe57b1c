package ai.tinyhumans.tinybox.spec;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which host: the name of a provider, or the address of a machine that a {@link ai.tinyhumans.tinybox.spi.HostScheme} leads
 * to, as {@code ssh://me@builder}. An address says all that is needed to reach the machine again, and holds no secret: it is
 * recorded with every box there. Immutable.
 *
 * @param value 1 to 64 of {@code [A-Za-z0-9._-]}, neither {@code .} nor {@code ..}; or a scheme of up to 16 small letters,
 *     {@code ://}, and up to 4096 printable characters of ASCII other than blanks
 */
public record HostRef(String value) implements Comparable<HostRef> {

    private static final Pattern ADDRESS = Pattern.compile("([a-z]{1,16})://[!-~]{1,4096}");

    /**
     * Checks the spelling.
     *
     * @throws ai.tinyhumans.tinybox.error.TinyboxException {@code identifier.invalid}
     */
    public HostRef {
        if (!ADDRESS.matcher(value).matches()) {
            Identifiers.check("host name", value);
        }
    }

    /** The scheme, if it is an address. */
    public Optional<String> scheme() {
        Matcher address = ADDRESS.matcher(value);
        return address.matches() ? Optional.of(address.group(1)) : Optional.empty();
    }

    @Override
    public int compareTo(HostRef other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
