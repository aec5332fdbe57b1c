package ai.tinyhumans.tinybox.spec;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One host of an egress allowlist, judged by what it parses to and not by how it is written.
 *
 * @param canonical its one spelling
 */
record EgressHost(String canonical) {

    /** RFC 1123 section 2.1: letters, digits and inner hyphens, 1 to 63 of them. */
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    /** RFC 1035 section 2.3.4 allows 255 octets with the length bytes, which is 253 characters of text. */
    private static final int MAX_NAME = 253;

    /** A last label that resolvers read as a number, so the whole can only be an address (WHATWG URL, "ends in a number"). */
    private static final Pattern NUMBER = Pattern.compile("[0-9]+|0x[0-9a-f]*");

    static EgressHost parse(String text) {
        if (text.chars().anyMatch(c -> c <= ' ' || c > '~')) {
            throw refusal(
                    text,
                    "holds a blank, a control character or one outside ASCII",
                    "name one host, letters of other scripts as xn--…");
        }
        String lower = text.toLowerCase(Locale.ROOT);
        boolean bracketed = lower.startsWith("[") && lower.endsWith("]");
        Optional<IpAddress> six = IpAddress.parseV6(bracketed ? lower.substring(1, lower.length() - 1) : lower);
        String bare = lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
        Optional<IpAddress> address = six.isPresent() || bracketed ? six : IpAddress.parseV4(bare);
        if (address.isPresent()) {
            return ofAddress(text, address.get());
        }
        checkName(text, bare);
        if (MetadataEndpoints.hasName(bare)) {
            throw metadata(text);
        }
        return new EgressHost(bare);
    }

    private static EgressHost ofAddress(String text, IpAddress address) {
        if (address.embeddedV4().map(MetadataEndpoints::hasAddress).orElse(false)
                || MetadataEndpoints.hasAddress(address)) {
            throw metadata(text);
        }
        if (address.isUnspecified()) {
            throw refusal(text, "is the unspecified address, which names no host", "name the host itself");
        }
        return new EgressHost(address.toString());
    }

    private static void checkName(String text, String name) {
        if (name.isEmpty()) {
            throw refusal(text, "is empty", "name a host");
        }
        if (name.indexOf('*') >= 0 || name.indexOf('?') >= 0) {
            throw refusal(text, "is a wildcard", "name each host exactly");
        }
        if (name.indexOf('/') >= 0 || name.indexOf(':') >= 0 || name.indexOf('[') >= 0) {
            throw refusal(
                    text, "is not a host alone", "leave out scheme, port and path; ports are a list of their own");
        }
        if (name.length() > MAX_NAME) {
            throw refusal(text, "is longer than " + MAX_NAME + " characters", "name an existing host");
        }
        String[] labels = name.split("\\.", -1);
        for (String label : labels) {
            if (!LABEL.matcher(label).matches()) {
                throw refusal(
                        text,
                        "has the label '" + Text.printable(label) + "'",
                        "a label is 1 to 63 letters, digits and inner hyphens");
            }
        }
        if (NUMBER.matcher(labels[labels.length - 1]).matches()) {
            throw refusal(text, "ends in a number but is no address", "write four decimal numbers, or a name");
        }
    }

    private static TinyboxException metadata(String text) {
        return refusal(
                text,
                "is a cloud metadata endpoint, which hands out the machine's credentials",
                "remove it; docs/security.md lists the refused endpoints");
    }

    private static TinyboxException refusal(String text, String why, String remedy) {
        return TinyboxException.of(ErrorCode.EGRESS_INVALID, "egress host '" + Text.printable(text) + "' " + why)
                .remedy(remedy)
                .build();
    }
}
