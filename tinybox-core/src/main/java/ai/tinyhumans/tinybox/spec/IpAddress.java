package ai.tinyhumans.tinybox.spec;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** An IP address parsed without ever asking a resolver. Immutable. */
final class IpAddress {

    private static final Pattern V4_NUMBER = Pattern.compile("0x[0-9a-f]*|[0-9]+");

    /**
     * Groups of one to four hexadecimal digits, the last two perhaps as dotted decimal without leading zeros, which some
     * would read as octal. How many groups there are, and where {@code ::} may stand, the JDK checks.
     */
    private static final Pattern V6 =
            Pattern.compile("([0-9a-f]{0,4}:){2,8}([0-9a-f]{0,4}|(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3})");

    /** The first twelve octets of an IPv6 address whose last four are the IPv4 address that it reaches. */
    private static final Set<String> EMBEDDING = Set.of(
            "00000000000000000000ffff", // IPv4-mapped: RFC 4291 section 2.5.5.2
            "000000000000000000000000", // IPv4-compatible: RFC 4291 section 2.5.5.1
            "0000000000000000ffff0000", // IPv4-translated: RFC 2765 section 2.1
            "0064ff9b0000000000000000"); // NAT64's well-known prefix: RFC 6052 section 2.1

    private final byte[] octets;

    private IpAddress(byte... octets) {
        this.octets = octets;
    }

    /**
     * Reads an IPv4 address as inet_aton(3) does: one to four numbers, the last filling the remaining octets, each decimal,
     * octal with a leading zero or hexadecimal with a leading {@code 0x}, which some resolvers take for zero when nothing
     * follows. The text is in lower case.
     */
    static Optional<IpAddress> parseV4(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length > 4) {
            return Optional.empty();
        }
        long value = 0;
        for (int i = 0; i < parts.length; i++) {
            boolean last = i == parts.length - 1;
            long limit = last ? 1L << (8 * (5 - parts.length)) : 256;
            long part = number(parts[i]);
            if (part < 0 || part >= limit) {
                return Optional.empty();
            }
            value = last ? value << (8 * (5 - parts.length)) | part : value << 8 | part;
        }
        return Optional.of(
                new IpAddress((byte) (value >> 24), (byte) (value >> 16), (byte) (value >> 8), (byte) value));
    }

    private static long number(String text) {
        if (!V4_NUMBER.matcher(text).matches()) {
            return -1;
        }
        try {
            if (text.startsWith("0x")) {
                return text.length() == 2 ? 0 : Long.parseLong(text.substring(2), 16);
            }
            return Long.parseLong(text, text.startsWith("0") ? 8 : 10);
        } catch (NumberFormatException notOctalOrTooLarge) {
            return -1;
        }
    }

    /** Reads an IPv6 address as RFC 4291 section 2.2 writes it, without a zone. The text is in lower case. */
    static Optional<IpAddress> parseV6(String text) {
        if (!V6.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            byte[] octets = InetAddress.getByName(text).getAddress(); // it has a colon: a literal, never looked up
            return Optional.of(octets.length == 4 ? mapped(octets) : new IpAddress(octets));
        } catch (UnknownHostException notAnAddress) {
            return Optional.empty();
        }
    }

    private static IpAddress mapped(byte[] v4) {
        byte[] octets = new byte[16];
        octets[10] = (byte) 0xFF;
        octets[11] = (byte) 0xFF;
        System.arraycopy(v4, 0, octets, 12, 4);
        return new IpAddress(octets);
    }

    /**
     * The IPv4 address that an IPv4-mapped, -compatible or -translated address, or one under NAT64's well-known prefix,
     * reaches.
     */
    Optional<IpAddress> embeddedV4() {
        boolean embeds =
                octets.length == 16 && EMBEDDING.contains(HexFormat.of().formatHex(octets, 0, 12));
        return embeds ? Optional.of(new IpAddress(Arrays.copyOfRange(octets, 12, 16))) : Optional.empty();
    }

    /** Answers whether it is, or reaches, the address of all zeros. */
    boolean isUnspecified() {
        for (byte octet : embeddedV4().orElse(this).octets) {
            if (octet != 0) {
                return false;
            }
        }
        return true;
    }

    /** The four or sixteen octets, most significant first: a copy. */
    byte[] octets() {
        return octets.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IpAddress that && Arrays.equals(octets, that.octets);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(octets);
    }

    /** Dotted decimal for an IPv4 address, mapped or not; as RFC 5952 has it for any other. */
    @Override
    public String toString() {
        try {
            InetAddress address = InetAddress.getByAddress(octets);
            return address instanceof Inet6Address ? compressed() : address.getHostAddress();
        } catch (UnknownHostException e) {
            throw new IllegalStateException(octets.length + " octets", e);
        }
    }

    /** RFC 5952 section 4: no leading zeros, lower case, the first longest run of two or more zero groups as {@code ::}. */
    private String compressed() {
        int[] groups = new int[8];
        for (int i = 0; i < 8; i++) {
            groups[i] = (octets[2 * i] & 0xFF) << 8 | (octets[2 * i + 1] & 0xFF);
        }
        int start = -1;
        int length = 1;
        for (int i = 0; i < 8; i++) {
            int end = i;
            while (end < 8 && groups[end] == 0) {
                end++;
            }
            if (end - i > length) {
                start = i;
                length = end - i;
            }
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            if (i == start) {
                text.append("::");
                i += length - 1;
            } else {
                text.append(text.length() == 0 || text.charAt(text.length() - 1) == ':' ? "" : ":")
                        .append(Integer.toHexString(groups[i]));
            }
        }
        return text.toString();
    }
}
