package ai.tinyhumans.tinybox.host.ssh.sync;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.spec.Text;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LookalikesTest { // B126

    /** As a tree spells a path: each byte one character. */
    private static String path(String text) {
        return new String(Text.encode(text), StandardCharsets.ISO_8859_1);
    }

    private static Lookalikes among(String... texts) {
        return Lookalikes.among(Stream.of(texts).map(LookalikesTest::path).toList());
    }

    @ParameterizedTest
    @CsvSource({
        "A, a",
        "d/README, d/ReadMe",
        "\u00e9, e\u0301",
        "\u00c9, e\u0301",
        "\u1e9e, ss",
        "\u212a, k",
        "\u03a3, \u03c2",
        "\udcffA, \udcffa"
    })
    void areNamesThatDifferInCaseOrInHowALetterIsComposed(String one, String other) {
        assertThat(among(one, other).groups()).containsExactly(List.of(path(one), path(other)));
    }

    @ParameterizedTest
    @CsvSource({"a, b", "d/a, e/A", "D/a, d/a", "e, \u00e9", "\udcff, \udcfe", "a, a."})
    void areNoOthers(String one, String other) {
        assertThat(among(one, other).groups()).isEmpty();
    }

    @Test
    void areNamedByTheirPathsAsFarAsTheOneThatWasTakenForAnother() {
        Lookalikes found = among("d/A", "d/a", "e/X.Y", "e/X.y", "e/x.y", "f");
        assertThat(new String(found.names(), StandardCharsets.ISO_8859_1))
                .isEqualTo("./0/A\0./0/a\0./1/X.Y\0./1/X.y\0./1/x.y\0");
        assertThat(found.merged("./0/a")).containsExactly("d/A", "d/a");
        assertThat(found.merged("./1/X.y")).containsExactly("e/X.Y", "e/X.y");
        assertThat(found.merged("./1/x.y")).containsExactly("e/X.Y", "e/X.y", "e/x.y");
        for (String nonsense : List.of("", "./0/A", "./2/a", "./0/../a", "a")) {
            assertThat(found.merged(nonsense)).isEmpty();
        }
    }
}
