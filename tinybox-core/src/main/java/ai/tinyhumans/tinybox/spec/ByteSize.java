package ai.tinyhumans.tinybox.spec;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes. Immutable.
 *
 * @param bytes 0 or more
 */
public record ByteSize(long bytes) implements Comparable<ByteSize> {

    /** 2⁶³−1 has 19 digits. */
    private static final Pattern SPELLING = Pattern.compile("0*(\\d{1,19})(?:([kmgt])i?)?b?", Pattern.CASE_INSENSITIVE);

    private static final String UNITS = "kmgt";

    /**
     * Checks the sign.
     *
     * @throws TinyboxException {@code argument.invalid} if negative
     */
    public ByteSize {
        if (bytes < 0) {
            throw TinyboxException.of(ErrorCode.ARGUMENT_INVALID, "a size of " + bytes + " bytes is negative")
                    .build();
        }
    }

    /**
     * {@code count} units of 1024 bytes.
     *
     * @throws TinyboxException {@code argument.invalid} if negative or beyond 2⁶³−1 bytes
     */
    public static ByteSize ofKiB(long count) {
        return scaled(BigInteger.valueOf(count), 10);
    }

    /**
     * {@code count} units of 1024² bytes.
     *
     * @throws TinyboxException {@code argument.invalid} if negative or beyond 2⁶³−1 bytes
     */
    public static ByteSize ofMiB(long count) {
        return scaled(BigInteger.valueOf(count), 20);
    }

    /**
     * {@code count} units of 1024³ bytes.
     *
     * @throws TinyboxException {@code argument.invalid} if negative or beyond 2⁶³−1 bytes
     */
    public static ByteSize ofGiB(long count) {
        return scaled(BigInteger.valueOf(count), 30);
    }

    /**
     * Reads a size as people write it: digits and perhaps one of {@code k}, {@code m}, {@code g}, {@code t} for powers of
     * 1024, as in {@code 512m}, {@code 2GiB} or {@code 65536}, in either letter case.
     *
     * @throws TinyboxException {@code argument.invalid} for any other spelling or a size beyond 2⁶³−1 bytes
     */
    public static ByteSize parse(String text) {
        Matcher matcher = SPELLING.matcher(text.strip());
        if (!matcher.matches()) {
            throw TinyboxException.of(ErrorCode.ARGUMENT_INVALID, "'" + Text.printable(text) + "' is not a size")
                    .remedy("write digits and perhaps k, m, g or t, as in 512m; the most is 2^63-1 bytes")
                    .build();
        }
        String unit = matcher.group(2);
        int power = unit == null ? 0 : 1 + UNITS.indexOf(unit.toLowerCase(Locale.ROOT));
        return scaled(new BigInteger(matcher.group(1)), 10 * power);
    }

    private static ByteSize scaled(BigInteger count, int shift) {
        BigInteger bytes = count.shiftLeft(shift);
        if (bytes.signum() < 0 || bytes.bitLength() >= Long.SIZE) {
            throw TinyboxException.of(
                            ErrorCode.ARGUMENT_INVALID,
                            count + " times 2^" + shift + " bytes is not a size between 0 and 2^63-1 bytes")
                    .build();
        }
        return new ByteSize(bytes.longValueExact());
    }

    @Override
    public int compareTo(ByteSize other) {
        return Long.compare(bytes, other.bytes);
    }

    @Override
    public String toString() {
        for (int i = UNITS.length(); i > 0; i--) {
            long unit = 1L << (10 * i);
            if (bytes != 0 && bytes % unit == 0) {
                return bytes / unit + " " + Character.toUpperCase(UNITS.charAt(i - 1)) + "iB";
            }
        }
        return bytes + " B";
    }
}
