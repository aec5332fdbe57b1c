package ai.tinyhumans.tinybox.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Writes IPv6 addresses in the ways RFC 4291 section 2.2 allows. */
final class Ipv6Text {

    private Ipv6Text() {}

    /** One of all spellings: any leading zeros and letter case, perhaps dotted decimal at the end, perhaps {@code ::}. */
    static String spelling(byte[] octets, Random random) {
        List<String> groups = new ArrayList<>();
        int inHex = random.nextBoolean() ? 8 : 6;
        for (int i = 0; i < inHex; i++) {
            groups.add(group((octets[2 * i] & 0xFF) << 8 | (octets[2 * i + 1] & 0xFF), random));
        }
        if (inHex == 6) {
            groups.add((octets[12] & 0xFF) + "." + (octets[13] & 0xFF) + "." + (octets[14] & 0xFF) + "."
                    + (octets[15] & 0xFF));
        }
        int from = random.nextInt(groups.size());
        int to = from;
        while (to < groups.size() && groups.get(to).matches("0+")) {
            to++;
        }
        if (to == from || random.nextInt(4) == 0) {
            return String.join(":", groups);
        }
        return String.join(":", groups.subList(0, from)) + "::" + String.join(":", groups.subList(to, groups.size()));
    }

    private static String group(int value, Random random) {
        String plain = Integer.toHexString(value);
        String padded = "0".repeat(random.nextInt(5 - plain.length())) + plain;
        return random.nextBoolean() ? padded : padded.toUpperCase(Locale.ROOT);
    }

    /** Random octets with runs of zeros, as addresses have them. */
    static byte[] octets(Random random) {
        byte[] octets = new byte[16];
        for (int i = 0; i < 16; i += 2) {
            switch (random.nextInt(4)) {
                case 0 -> octets[i + 1] = (byte) random.nextInt(256);
                case 1 -> {
                    octets[i] = (byte) random.nextInt(256);
                    octets[i + 1] = (byte) random.nextInt(256);
                }
                default -> {} // a group of zeros
            }
        }
        return octets;
    }
}
