package ai.tinyhumans.tinybox.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

class StdinTest {

    private static final InputStream SOURCE = InputStream.nullInputStream();

    static final Arguments[] CASES = {
        Arguments.of(Stdin.none(), "none"),
        Arguments.of(Stdin.bytes(new byte[] {1, 2}), "bytes 2"),
        Arguments.of(Stdin.file(Path.of("in")), "file in"),
        Arguments.of(Stdin.stream(SOURCE), "stream"),
        Arguments.of(Stdin.open(), "open"),
    };

    @ParameterizedTest
    @FieldSource("CASES")
    void matchCallsTheFunctionOfItsCase(Stdin stdin, String expected) {
        assertThat(stdin.<String>match(
                        () -> "none",
                        bytes -> "bytes " + bytes.content().length,
                        file -> "file " + file.path(),
                        stream -> stream.source() == SOURCE ? "stream" : "another stream",
                        () -> "open"))
                .isEqualTo(expected);
    }

    @Test
    void bytesAreCopiedInAndOut() {
        byte[] given = {1, 2};
        Stdin.Bytes stdin = (Stdin.Bytes) Stdin.bytes(given);
        given[0] = 9;
        stdin.content()[1] = 9;
        assertThat(stdin.content()).containsExactly(1, 2);
    }

    /** Two commands with the same input are the same command. */
    @Test
    void bytesAreAValue() {
        assertThat(Stdin.bytes(new byte[] {1, 2}))
                .isEqualTo(Stdin.bytes(new byte[] {1, 2}))
                .hasSameHashCodeAs(Stdin.bytes(new byte[] {1, 2}))
                .isNotEqualTo(Stdin.bytes(new byte[] {1, 3}))
                .isNotEqualTo(Stdin.none());
    }

    @Test
    void bytesAreNotShown() {
        assertThat(Stdin.bytes(new byte[] {'p', 'w'})).hasToString("Bytes[2]");
    }
}
