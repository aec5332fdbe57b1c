package ai.tinyhumans.tinybox.spec;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Text for the operating system: names, arguments and environment values are bytes there, and UTF-8 here whatever the
 * JVM's locale. A byte that is not UTF-8 becomes one lone surrogate, U+DC80 to U+DCFF, and goes back to the same byte, so
 * that every name and argument survives the round trip (the scheme of PEP 383).
 */
public final class Text {

    private static final int ESCAPE = 0xDC00;

    /** How much of a text a message shows: enough to know it by, and still one line. */
    private static final int MAX_SHOWN = 120;

    private Text() {}

    /**
     * Encodes text as UTF-8, lone surrogates U+DC80 to U+DCFF as the one byte they stand for.
     *
     * @throws TinyboxException {@code argument.invalid} if the text is not {@linkplain #isEncodable encodable}; the message
     *     does not quote it, since it may be a secret
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
                if (!isRawByte(c)) {
                    throw TinyboxException.of(
                                    ErrorCode.ARGUMENT_INVALID,
                                    String.format(
                                            "character " + i + " of the text is the lone surrogate U+%04X", (int) c))
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

    /** Answers whether bytes stand for the whole text: it holds no lone surrogate but U+DC80 to U+DCFF. */
    public static boolean isEncodable(String text) {
        return text.codePoints().noneMatch(c -> isLoneSurrogate(c) && !isRawByte(c));
    }

    /** A code point among the surrogates is a lone one: a pair is a single code point beyond them. */
    private static boolean isLoneSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    private static boolean isRawByte(int codePoint) {
        return codePoint >= ESCAPE + 0x80 && codePoint <= ESCAPE + 0xFF;
    }

    private static int append(String text, int from, int to, byte[] out, int size) {
        byte[] run = text.substring(from, to).getBytes(StandardCharsets.UTF_8);
        System.arraycopy(run, 0, out, size, run.length);
        return size + run.length;
    }

    /**
     * Decodes UTF-8, each byte that is not part of it as one lone surrogate. {@link #encode} gives back the same bytes. Two
     * texts may have the same bytes, since lone surrogates may together stand for a character: this is the plainer one.
     */
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

    /**
     * The path of this text, byte for byte. {@link Path#of} refuses a name the JVM's locale has no letters for; where paths
     * are made of characters, on Windows, it is what is used.
     *
     * @throws TinyboxException {@code argument.invalid} if no path is made of this text
     */
    public static Path toPath(String text) {
        try {
            if (isAscii(text) || File.separatorChar != '/') {
                return Path.of(text);
            }
            StringBuilder uri = new StringBuilder("file://");
            for (String name : text.split("/", -1)) {
                if (!name.isEmpty()) {
                    uri.append('/');
                    for (byte b : encode(name)) {
                        uri.append(String.format("%%%02X", b));
                    }
                }
            }
            Path path = Path.of(URI.create(uri.toString())); // the one way to give the JDK the bytes of a path
            return text.startsWith("/") ? path : path.getRoot().relativize(path);
        } catch (IllegalArgumentException e) {
            throw TinyboxException.of(ErrorCode.ARGUMENT_INVALID, "'" + printable(text) + "' is no path")
                    .cause(e)
                    .build();
        }
    }

    /** The text of an absolute path, byte for byte: its {@code toString} loses what the locale has no letters for. */
    public static String ofPath(Path path) {
        String shown = path.toString();
        if (isAscii(shown) || File.separatorChar != '/') {
            return shown;
        }
        String uri = path.toUri().getRawPath();
        ByteBuffer bytes = ByteBuffer.allocate(uri.length());
        for (int i = 0; i < uri.length(); i++) {
            boolean escaped = uri.charAt(i) == '%';
            bytes.put((byte) (escaped ? Integer.parseInt(uri, i + 1, i + 3, 16) : uri.charAt(i)));
            i += escaped ? 2 : 0;
        }
        String text = decode(Arrays.copyOf(bytes.array(), bytes.position()));
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text; // of a directory
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 0x80);
    }

    /** Renders text for a message: its first 120 characters, control characters and lone surrogates escaped. */
    public static String printable(String text) {
        StringBuilder out = new StringBuilder();
        int shown = Math.min(text.length(), MAX_SHOWN);
        if (shown < text.length() && Character.isSurrogatePair(text.charAt(shown - 1), text.charAt(shown))) {
            shown--;
        }
        text.substring(0, shown).codePoints().forEach(c -> {
            if (Character.isISOControl(c) || isLoneSurrogate(c)) {
                out.append(isRawByte(c) ? String.format("\\x%02x", c - ESCAPE) : String.format("\\u%04x", c));
            } else {
                out.appendCodePoint(c);
            }
        });
        return text.length() > shown ? out.append('…').toString() : out.toString();
    }

    /** Why a file operation failed, in words: several kinds of this exception have the path, or nothing, for their message. */
    public static String reason(IOException failure) {
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        String why = failure instanceof FileSystemException refusal ? refusal.getReason() : failure.getMessage();
        return why == null ? failure.getClass().getSimpleName() : why;
    }
}
