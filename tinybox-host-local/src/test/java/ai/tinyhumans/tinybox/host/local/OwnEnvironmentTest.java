package ai.tinyhumans.tinybox.host.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import ai.tinyhumans.tinybox.spec.Text;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OwnEnvironmentTest {

    private static byte[] block(String... entries) {
        return (String.join("\0", entries) + "\0").getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void keepsOrderAndWhateverAValueHolds() {
        assertThat(OwnEnvironment.parse(block("B=1", "A= x ", "N=a\nb", "E=", "Q=a=b=", "U=\u00e9")))
                .containsExactly(
                        entry("B", "1"),
                        entry("A", " x "),
                        entry("N", "a\nb"),
                        entry("E", ""),
                        entry("Q", "a=b="),
                        entry("U", "\u00e9"));
    }

    @Test
    void keepsBytesThatAreNotUtf8() {
        byte[] block = {'R', '=', (byte) 0xFF, (byte) 0xC3, 0};
        assertThat(OwnEnvironment.parse(block)).containsExactly(entry("R", Text.decode(new byte[] {
            (byte) 0xFF, (byte) 0xC3
        })));
    }

    @Test
    void leavesOutWhatIsNoVariable() {
        assertThat(OwnEnvironment.parse(block("", "noequals", "=C:=x", "A=1"))).containsExactly(entry("A", "1"));
    }

    @Test
    void takesTheFirstOfTwoOfOneNameAsGetenvDoes() {
        assertThat(OwnEnvironment.parse(block("A=1", "B=2", "A=3"))).containsExactly(entry("A", "1"), entry("B", "2"));
    }

    @Test
    void findsNothingInNothing() {
        assertThat(OwnEnvironment.parse(new byte[0])).isEmpty();
    }

    @Test
    void takesAnEntryThatIsNotTerminated() {
        assertThat(OwnEnvironment.parse("A=1\0B=2".getBytes(StandardCharsets.US_ASCII)))
                .containsExactly(entry("A", "1"), entry("B", "2"));
    }
}
