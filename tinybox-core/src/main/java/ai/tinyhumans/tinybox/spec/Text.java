package ai.tinyhumans.tinybox.spec;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Text for the operating system: names, arguments and environment values are bytes there, and UTF-8 here whatever the
 * JVM's locale. A byte that is not UTF-8 becomes one lone surrogate, U+DC80 to U+DCFF, and goes back to the same byte, so
 * that every name and argument survives the round trip (the scheme of PEP 383).
 */
public final class Text {

    private static final int ESCAPE = 0xDC00;

    private Text() {}

    /**
     * Encodes text as UTF-8, lone surrogates U+DC80 to U+DCFF as the one byte they stand for.
     *
     * @throws TinyboxException {@code argument.invalid} if the text holds another lone surrogate: no bytes stand for it
     */
    public static byte[] encode(String text) {
        byte[] out = new byte[text.length() * 3];
        int size = 0;
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                if (c < ESCAPE + 0x80 || c > ESCAPE + 0xFF) {
                    throw TinyboxException.of(
                                    ErrorCode.ARGUMENT_INVALID,
                                    String.format("'%s' holds the lone surrogate U+%04X", printable(text), (int) c))
                            .remedy("pass well-formed text; only U+DC80 to U+DCFF stand alone, for a raw byte")
                            .build();
                }
                size = append(text, from, i, out, size);
                out[size++] = (byte) (c - ESCAPE);
                from = i + 1;
            }
        }
        return Arrays.copyOf(out, append(text, from, text.length(), out, size));
    }

    private static int append(String text, int from, int to, byte[] out, int size) {
        byte[] run = text.substring(from, to).getBytes(StandardCharsets.UTF_8);
        System.arraycopy(run, 0, out, size, run.length);
        return size + run.length;
    }

    /** Decodes UTF-8, each byte that is not part of it as one lone surrogate. The reverse of {@link #encode}. */
    public static String decode(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        while (true) {
            CoderResult result = decoder.decode(in, out, true);
            if (!result.isError()) {
                return out.flip().toString();
            }
            for (int i = 0; i < result.length(); i++) {
                out.put((char) (ESCAPE + (in.get() & 0xFF)));
            }
            decoder.reset();
        }
    }

    /** Renders text for a message: at most 120 characters, control characters and lone surrogates escaped. */
    public static String printable(String text) {
        StringBuilder out = new StringBuilder();
        int shown = Math.min(text.length(), 120);
        text.substring(0, shown).codePoints().forEach(c -> {
            if (Character.isISOControl(c) || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
                out.append(
                        c >= ESCAPE + 0x80 && c <= ESCAPE + 0xFF
                                ? String.format("\\x%02x", c - ESCAPE)
                                : String.format("\\u%04x", c));
            } else {
                out.appendCodePoint(c);
            }
        });
        return text.length() > shown ? out.append('…').toString() : out.toString();
    }
}
