package ai.tinyhumans.tinybox.error;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TinyboxExceptionTest {

    @Test
    void messageIsWhatThenStderrThenHint() {
        TinyboxException e = TinyboxException.of(ErrorCode.PROVIDER_UNUSABLE, "'docker info' exited 1")
                .remedy("start the daemon")
                .stderr("permission denied\n".getBytes(UTF_8))
                .build();
        assertThat(e).hasMessage("'docker info' exited 1: permission denied; hint: start the daemon");
    }

    @Test
    void messageStandsAlone() {
        assertThat(TinyboxException.of(ErrorCode.BOX_UNKNOWN, "no box 'b1'").build())
                .hasMessage("no box 'b1'")
                .hasNoCause();
    }

    @Test
    void blankStderrLeavesTheMessageAlone() {
        TinyboxException e = TinyboxException.of(ErrorCode.HOST_FAILED, "it failed")
                .stderr(" \n".getBytes(UTF_8))
                .build();
        assertThat(e).hasMessage("it failed");
        assertThat(e.stderr()).isEmpty();
    }

    @Test
    void carriesEveryPart() {
        IOException cause = new IOException("below");
        TinyboxException e = TinyboxException.of(ErrorCode.CLEANUP_FAILED, "left behind")
                .remedy("close it again")
                .placement(URI.create("local/docker"))
                .step("destroy")
                .cause(cause)
                .stderr("last words".getBytes(UTF_8))
                .build();
        assertThat(e.code()).isEqualTo(ErrorCode.CLEANUP_FAILED);
        assertThat(e.remedy()).contains("close it again");
        assertThat(e.placement()).contains("local/docker");
        assertThat(e.step()).contains("destroy");
        assertThat(e.stderr()).isEqualTo("last words");
        assertThat(e).hasCause(cause);
    }

    @Test
    void partsNotGivenAreEmpty() {
        TinyboxException e =
                TinyboxException.of(ErrorCode.BOX_UNKNOWN, "no box 'b1'").build();
        assertThat(e.remedy()).isEmpty();
        assertThat(e.placement()).isEmpty();
        assertThat(e.step()).isEmpty();
        assertThat(e.stderr()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4095, 4096, 4097, 100_000})
    void keepsTheLastFourKibibytesOfStderr(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) '.');
        bytes[length - 1] = '!';
        TinyboxException e =
                TinyboxException.of(ErrorCode.HOST_FAILED, "x").stderr(bytes).build();
        assertThat(e.stderr()).hasSize(Math.min(length, 4096)).endsWith("!");
    }

    /** Each of these characters ends in the same byte, so one of four lengths puts each of its bytes at the cut. */
    @ParameterizedTest
    @ValueSource(strings = {"é", "€", "😀"})
    void neverShowsHalfACharacterAtTheCut(String character) {
        for (int after = 0; after < 4; after++) {
            String text = character.repeat(3000) + ".".repeat(after);
            TinyboxException e = TinyboxException.of(ErrorCode.HOST_FAILED, "x")
                    .stderr(text.getBytes(UTF_8))
                    .build();
            assertThat(text).endsWith(e.stderr());
            assertThat(e.stderr().getBytes(UTF_8).length).isBetween(4093, 4096);
        }
    }

    @Test
    void keepsStderrThatIsNotText() {
        byte[] bytes = new byte[5000];
        Arrays.fill(bytes, (byte) 0x80);
        TinyboxException e =
                TinyboxException.of(ErrorCode.HOST_FAILED, "x").stderr(bytes).build();
        assertThat(e.stderr()).isEqualTo("\uFFFD".repeat(4093));
    }
}
