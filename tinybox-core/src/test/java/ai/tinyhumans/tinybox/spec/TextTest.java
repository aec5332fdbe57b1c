package ai.tinyhumans.tinybox.spec;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextTest {

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private static byte[] bytes(String hex) {
        return HEX.parseHex(hex);
    }

    private static void assertRoundTrip(byte... bytes) {
        assertThat(Text.encode(Text.decode(bytes))).isEqualTo(bytes);
    }

    @Test
    void everyByteSurvives() {
        for (int b = 0; b < 256; b++) {
            assertThat(Text.decode(new byte[] {(byte) b}))
                    .isEqualTo(String.valueOf((char) (b < 0x80 ? b : 0xDC00 + b)));
            assertRoundTrip((byte) b);
        }
    }

    @Test
    void everyPairOfBytesSurvives() {
        for (int pair = 0; pair < 1 << 16; pair++) {
            assertRoundTrip((byte) (pair >> 8), (byte) pair);
        }
    }

    /** From an alphabet of bytes that begin, continue or break characters of every length. */
    @Test
    void everySequenceOfBytesSurvives() {
        byte[] alphabet = bytes("00417F808FA0BFC0C2DFE0E1EDEFF0F1F4F5F8FF");
        Random random = new Random(39);
        for (int round = 0; round < 50_000; round++) {
            byte[] bytes = new byte[random.nextInt(12)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = alphabet[random.nextInt(alphabet.length)];
            }
            assertRoundTrip(bytes);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "overlong slash in two bytes,   C0AF",
        "overlong slash in three bytes, E080AF",
        "overlong slash in four bytes,  F08080AF",
        "overlong NUL,                  C080",
        "surrogate,                     EDA080",
        "surrogate that is an escape,   EDB280",
        "surrogate pair (CESU-8),       EDA0BDEDB880",
        "beyond U+10FFFF,               F4908080",
        "five-byte form,                F888808080",
        "cut after one of two,          C3",
        "cut after two of three,        E289",
        "cut after three of four,       F09F98",
        "continuation alone,            80BF",
        "byte order of UTF-16,          FFFE"
    })
    void eachByteThatIsNotUtf8IsOneLoneSurrogate(String what, String hex) {
        StringBuilder expected = new StringBuilder();
        for (byte b : bytes(hex)) {
            expected.append((char) (0xDC00 + (b & 0xFF)));
        }
        assertThat(Text.decode(bytes(hex))).as(what).isEqualTo(expected.toString());
        assertRoundTrip(bytes(hex));
    }

    @Test
    void textAroundARawByteIsRead() {
        assertThat(Text.decode(bytes("C3A9FFF09F9880FF41"))).isEqualTo("é\uDCFF😀\uDCFFA");
        assertThat(Text.encode("é\uDCFF😀\uDCFFA")).isEqualTo(bytes("C3A9FFF09F9880FF41"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "é€", "😀", "\uFFFD\uFEFF\uFFFF", "a\u0000b", "\uD800\uDC80", "😀\uDC80"})
    void textBecomesUtf8AndComesBack(String text) {
        assertThat(Text.isEncodable(text)).isTrue();
        assertThat(Text.decode(Text.encode(text))).isEqualTo(text);
        if (text.codePoints().noneMatch(c -> c >= 0xD800 && c <= 0xDFFF)) {
            assertThat(Text.encode(text)).isEqualTo(text.getBytes(UTF_8));
        }
    }

    /** The one case in which a text does not come back: another text has the same bytes. */
    @Test
    void rawBytesThatMakeACharacterComeBackAsIt() {
        assertThat(Text.encode("\uDCC3\uDCA9")).isEqualTo(bytes("C3A9"));
        assertThat(Text.decode(bytes("C3A9"))).isEqualTo("é");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\uD800",
                "\uDBFF",
                "\uDC00",
                "\uDC7F",
                "\uDD00",
                "\uDFFF",
                "\uD83D\uD83D\uDE00",
                "\uDE00\uD83D",
                "\uD83D.\uDE00",
                "end\uD83D",
                "\uDC80\uDC7F"
            })
    void refusesALoneSurrogateThatStandsForNoByte(String text) {
        assertThat(Text.isEncodable(text)).isFalse();
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> Text.encode(text)).hasMessageContaining("lone surrogate U+D");
    }

    /** Environment values and arguments may be secrets. */
    @Test
    void aRefusalShowsThePlaceAndNotTheText() {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> Text.encode("secret\uD800"))
                .hasMessageStartingWith("character 6 of the text is the lone surrogate U+D800")
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @CsvSource({
        "plain é 😀,          plain é 😀",
        "'a\0b',              a\\u0000b",
        "'a\nb',              a\\u000ab",
        "'\u001B[31m',        \\u001b[31m",
        "'\u007F\u009F',      \\u007f\\u009f",
        "'\uDC80\uDCFF',      \\x80\\xff",
        "'\uD800\uDC7F.',     '\uD800\uDC7F.'",
        "'\uD83D',            \\ud83d",
        "'\uDC7F',            \\udc7f",
        "'',                  ''"
    })
    void printableTextHasNoControlCharacter(String text, String shown) {
        assertThat(Text.printable(text)).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/tmp/é", "/tmp/\uDCFF/a b%41", "/tmp//x/", "/😀"})
    void makesAPathOfTheVeryBytesAndTextOfItAgain(String text) {
        Path path = Text.toPath(text);
        assertThat(path).isAbsolute();
        assertThat(Text.ofPath(path)).isEqualTo(text.replace("//", "/").replaceFirst("(.)/$", "$1"));
    }

    @Test
    void makesARelativePathOfRelativeText() {
        assertThat(Text.toPath("a/é")).isEqualTo(Path.of("a").resolve(Text.toPath("é")));
        assertThat(Text.toPath("é").isAbsolute()).isFalse();
        assertThat(Text.toPath("")).isEqualTo(Path.of(""));
    }

    @Test
    void namesADirectoryWithoutASlashAtItsEnd(@TempDir Path parent) throws IOException {
        Path directory = Files.createDirectory(parent.resolve(Text.toPath("\uDCE9")));
        assertThat(Text.ofPath(directory)).isEqualTo(parent + "/\uDCE9");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\0b", "é\0b", "é\uD800"})
    void refusesTextNoPathIsMadeOf(String text) {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> Text.toPath(text));
    }

    @Test
    void printableTextIsShort() {
        assertThat(Text.printable("x".repeat(120))).isEqualTo("x".repeat(120));
        assertThat(Text.printable("x".repeat(121))).isEqualTo("x".repeat(120) + "…");
    }

    @Test
    void printableTextEndsInNoHalfCharacter() {
        assertThat(Text.printable("x".repeat(119) + "😀")).isEqualTo("x".repeat(119) + "…");
        assertThat(Text.printable("x".repeat(118) + "😀x")).isEqualTo("x".repeat(118) + "😀…");
    }

    @Test
    void theReasonOfAFailureIsNeverAPath() {
        assertThat(Text.reason(new AccessDeniedException("/srv/w"))).isEqualTo("permission denied");
        assertThat(Text.reason(new NotDirectoryException("/srv/w"))).isEqualTo("NotDirectoryException");
        assertThat(Text.reason(new FileSystemException("/srv/w", null, "Not a directory")))
                .isEqualTo("Not a directory");
        assertThat(Text.reason(new IOException("No space left on device"))).isEqualTo("No space left on device");
        assertThat(Text.reason(new ClosedChannelException())).isEqualTo("ClosedChannelException");
    }
}
