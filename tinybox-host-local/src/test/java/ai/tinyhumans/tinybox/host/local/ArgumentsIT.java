package ai.tinyhumans.tinybox.host.local;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.Text;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Arguments reach the program byte for byte, or are refused before it starts. */
class ArgumentsIT extends PassthroughCase {

    /** A shell that shows its own arguments as the kernel has them; it must not be replaced by cat. */
    private static final String SHOW = "cat /proc/$$/cmdline; true";

    private static final List<String> HOSTILE = List.of(
            "",
            " ",
            "-n",
            "--",
            "~",
            "~root",
            "*",
            "?[a]",
            "$HOME",
            "`id`",
            "$(id)",
            "a'b",
            "a\"b",
            "\\",
            "a\nb",
            "a\tb",
            "!x",
            "#c",
            "a=b",
            ";",
            "&&",
            "|",
            ">f",
            "{a,b}",
            "%s",
            "\u0001",
            "\u00e9",
            "\ud83d\ude00",
            "a\r\n",
            "\u007f");

    private void assertArrives(List<String> arguments) throws InterruptedException {
        List<String> argv = new ArrayList<>(List.of("sh", "-c", SHOW, "sh"));
        argv.addAll(arguments);
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        for (String argument : argv) {
            expected.writeBytes(Text.encode(argument));
            expected.write(0);
        }
        assertThat(box.exec(Command.of(argv)).stdout()).isEqualTo(expected.toByteArray());
    }

    @Test // the list of B043, without a shell in between
    void arriveByteForByteWhateverTheyHold() throws InterruptedException {
        assertArrives(HOSTILE);
        assertThat(workspace).isEmptyDirectory();
    }

    @Test
    void arriveByteForByteThoughTheyAreNotUtf8() throws InterruptedException {
        String bytes =
                Text.decode(new byte[] {(byte) 0xFF, 'a', (byte) 0xC3, '(', (byte) 0x80, (byte) 0xED, (byte) 0xA0});
        assertArrives(List.of(bytes, "\udc80", "x\udcff"));
        assertThat(box.exec(Command.of("printf", "%s", "\udcff\udc80")).stdout())
                .containsExactly(0xFF, 0x80);
    }

    @Test
    void mayBeAsLongAsTheKernelTakes() throws InterruptedException {
        String longest = "a".repeat(131_071);
        assertThat(box.exec(Command.of("sh", "-c", "printf %s \"$1\" | wc -c", "sh", longest))
                        .stdoutText()
                        .strip())
                .isEqualTo("131071");
    }

    @Test
    void areRefusedByIndexIfOneIsTooLong() {
        assertRefused(ErrorCode.LAUNCH_ARGUMENTS_TOO_LONG, () -> exec("true", "x", "a".repeat(131_072)))
                .hasMessageContaining("argument 2 has 131072 bytes");
        assertRefused(ErrorCode.LAUNCH_ARGUMENTS_TOO_LONG, () -> exec("true", "\u00e9".repeat(65_536)))
                .hasMessageContaining("argument 1");
    }

    @Test
    void areRefusedIfTheyAreTooLongTogether() throws InterruptedException {
        List<String> argv = new ArrayList<>(Collections.nCopies(60, "a".repeat(131_071)));
        argv.set(0, "true");
        assertRefused(ErrorCode.LAUNCH_ARGUMENTS_TOO_LONG, () -> box.exec(Command.of(argv)));
        assertThat(exec("true").exit().isSuccess()).isTrue();
    }

    @Test
    void areRefusedTogetherWithAVariableThatIsTooLong() {
        assertRefused(
                ErrorCode.LAUNCH_ARGUMENTS_TOO_LONG,
                () -> box.exec(Command.of("true").env("V", "a".repeat(131_072))));
    }

    @Test
    void areRefusedIfOneHoldsNul() {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> exec("true", "a\0b")).hasMessageContaining("argument 1");
    }

    @Test
    void mayNameTheProgramInBytesThatAreNotUtf8() throws InterruptedException {
        run("printf '#!/bin/sh\\necho hi\\n' > \"$(printf 'n\\377')\"; chmod +x n*");
        assertThat(exec("./n\udcff").stdoutText()).isEqualTo("hi\n");
        assertRefused(ErrorCode.LAUNCH_NOT_FOUND, () -> exec("./m\udcff")).hasMessageContaining("./m\\xff");
    }

    @Test
    void mayNameTheDirectoryInCharactersBeyondTheLocale() throws InterruptedException {
        run("mkdir \u00e9 && echo inside > \u00e9/f");
        assertThat(box.exec(Command.of("cat", "f").cwd("\u00e9")).stdoutText()).isEqualTo("inside\n");
    }
}
