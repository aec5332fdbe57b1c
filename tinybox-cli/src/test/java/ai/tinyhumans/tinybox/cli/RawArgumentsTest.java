package ai.tinyhumans.tinybox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.spec.Text;
import java.util.List;
import org.junit.jupiter.api.Test;

class RawArgumentsTest {

    private static final byte[] COMMAND_LINE = Text.encode("java\0-jar\0t.jar\0run\0é\0\0\uDCFF\0");

    @Test
    void areTheLastOfTheCommandLine() {
        assertThat(RawArguments.of(new String[] {"run", "\uFFFD\uFFFD", "", "?"}, COMMAND_LINE))
                .containsExactly("run", "é", "", "\uDCFF");
    }

    @Test
    void areThoseThatWereDecodedIfTheCommandLineIsAnother() {
        assertThat(RawArguments.of(new String[] {"ls", "é", "", "?"}, COMMAND_LINE))
                .containsExactly("ls", "é", "", "?");
        assertThat(RawArguments.of(new String[] {"é", "é"}, Text.encode("java\0")))
                .containsExactly("é", "é");
    }

    @Test
    void areNotReadAgainIfNothingCanBeLost() {
        assertThat(RawArguments.of(new String[] {"run", "plain"})).isEqualTo(List.of("run", "plain"));
    }
}
