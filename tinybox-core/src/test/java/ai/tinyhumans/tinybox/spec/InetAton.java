package ai.tinyhumans.tinybox.spec;

import java.util.Locale;
import java.util.Random;

/** Writes IPv4 addresses in the ways inet_aton(3) reads them. */
final class InetAton {

    private InetAton() {}

    /** One of all spellings: one to four parts, each decimal, octal or hexadecimal, with any zeros and letter case. */
    static String spelling(int address, Random random) {
        int parts = 1 + random.nextInt(4);
        StringBuilder text = new StringBuilder();
        long rest = address & 0xFFFF_FFFFL;
        for (int part = 1; part < parts; part++) {
            int shift = 8 * (4 - part);
            text.append(number(rest >> shift, random)).append('.');
            rest &= (1L << shift) - 1;
        }
        return text.append(number(rest, random))
                .append(random.nextInt(4) == 0 ? "." : "")
                .toString();
    }

    private static String number(long value, Random random) {
        String zeros = "0".repeat(random.nextInt(3));
        return switch (random.nextInt(4)) {
            case 0 -> Long.toString(value);
            case 1 -> "0" + zeros + Long.toOctalString(value);
            case 2 -> "0x" + zeros + Long.toHexString(value);
            default -> ("0x" + zeros + Long.toHexString(value)).toUpperCase(Locale.ROOT);
        };
    }

    static String dotted(int address) {
        return (address >>> 24) + "." + ((address >> 16) & 0xFF) + "." + ((address >> 8) & 0xFF) + "."
                + (address & 0xFF);
    }

    static int address(String dotted) {
        int address = 0;
        for (String octet : dotted.split("\\.", -1)) {
            address = (address << 8) | Integer.parseInt(octet);
        }
        return address;
    }
}
