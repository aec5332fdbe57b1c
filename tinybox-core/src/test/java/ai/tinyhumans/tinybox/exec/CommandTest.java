package ai.tinyhumans.tinybox.exec;

import static ai.tinyhumans.tinybox.testkit.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.Env;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTest {

    private static final int LONGEST = 131_071;

    @Test
    void defaultsAreTheWorkspaceNoInputNoTimeLimitAndOneMebibyteOfOutput() {
        Command command = Command.of("make", "test");
        assertThat(command.argv()).containsExactly("make", "test");
        assertThat(command.cwd()).isEmpty();
        assertThat(command.env()).isEqualTo(Env.EMPTY);
        assertThat(command.stdin()).isEqualTo(Stdin.none());
        assertThat(command.timeout()).isEmpty();
        assertThat(command.grace()).isEqualTo(Duration.ofSeconds(2));
        assertThat(command.outputLimit()).isEqualTo(ByteSize.ofMiB(1));
    }

    @Test
    void keepsArgumentsAsTheyAre() {
        List<String> argv = List.of("./a b", "", " ", "-rf", "$(x)", "'\"\\", "a\nb", "é€😀", "\uDC80");
        assertThat(Command.of(argv).argv()).isEqualTo(argv);
    }

    @Test
    void keepsItsOwnListOfArguments() {
        List<String> argv = new ArrayList<>(List.of("true"));
        Command command = Command.of(argv);
        argv.set(0, "false");
        assertThat(command.argv()).containsExactly("true");
    }

    @Test
    void refusesToRunNoProgram() {
        assertRefused(ErrorCode.ARGUMENT_INVALID, Command::of).hasMessageContaining("needs a program");
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> Command.of("")).hasMessageContaining("needs a program");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void refusesNulNamingTheIndexAndNotTheArgument(int index) {
        List<String> argv = new ArrayList<>(List.of("a", "b", "c", "d"));
        argv.set(index, "secret\0tail");
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> Command.of(argv))
                .hasMessageContaining("argument " + index + " holds NUL")
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret\uD800", "secret\uDFFF.", "secret\uDC7F"})
    void refusesTextWithoutBytesNamingTheIndexAndNotTheArgument(String argument) {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> Command.of("echo", argument))
                .hasMessageContaining("argument 1 holds a lone surrogate")
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @CsvSource({"x, 131071", "é, 65535", "€, 43690", "😀, 32767"})
    void countsAnArgumentInBytes(String character, int most) {
        String fits = character.repeat(most);
        assertThat(Command.of("echo", fits).argv()).contains(fits);
        String over = character.repeat(most + 1);
        assertRefused(ErrorCode.LAUNCH_ARGUMENTS_TOO_LONG, () -> Command.of("echo", "x", over))
                .hasMessageContaining("argument 2 has ")
                .hasMessageContaining("the kernel takes " + LONGEST);
    }

    @Test
    void countsARawByteAsOne() {
        assertThat(Command.of("\uDCFF".repeat(LONGEST)).argv()).hasSize(1);
        assertRefused(ErrorCode.LAUNCH_ARGUMENTS_TOO_LONG, () -> Command.of("\uDCFF".repeat(LONGEST + 1)))
                .hasMessageContaining("argument 0 has 131072 bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\0", "/tmp\0/x", "/tmp/\uD83D"})
    void refusesADirectoryThatIsNone(String directory) {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> Command.of("true").cwd(directory))
                .hasMessageContaining("working directory");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "sub", "../up", "-", " ", "a\nb", "\uDCFF"})
    void takesAnyOtherDirectory(String directory) {
        assertThat(Command.of("true").cwd(directory).cwd()).contains(directory);
    }

    // B096
    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-0.000000001S", "PT-1S", "PT-2562047788015215H"})
    void refusesATimeoutThatIsNotPositive(Duration timeout) {
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> Command.of("true").timeout(timeout))
                .hasMessageContaining("timeout of " + timeout);
    }

    // B096
    @Test
    void takesEveryPositiveTimeout() {
        Duration longest = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
        assertThat(Command.of("true").timeout(Duration.ofNanos(1)).timeout()).contains(Duration.ofNanos(1));
        assertThat(Command.of("true").timeout(longest).timeout()).contains(longest);
    }

    @Test
    void takesNoGraceButNoneBelowZero() {
        assertThat(Command.of("true").grace(Duration.ZERO).grace()).isZero();
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> Command.of("true").grace(Duration.ofNanos(-1)))
                .hasMessageContaining("grace of ");
    }

    // B096
    @Test
    void outputLimitIsOneByteToTheMost() {
        Command command = Command.of("true");
        ByteSize most = Command.MAX_OUTPUT_LIMIT;
        assertThat(command.outputLimit(new ByteSize(1)).outputLimit()).isEqualTo(new ByteSize(1));
        assertThat(command.outputLimit(most).outputLimit()).isEqualTo(most);
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> command.outputLimit(new ByteSize(0)))
                .hasMessageContaining("0 B is not 1 B to 256 MiB");
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> command.outputLimit(new ByteSize(most.bytes() + 1)));
        assertRefused(ErrorCode.ARGUMENT_INVALID, () -> command.outputLimit(new ByteSize(Long.MAX_VALUE)));
    }

    @Test
    void addsVariablesToThoseItHas() {
        Command command = Command.of("env").env("A", "1").env("B", "2").env("A", "3");
        assertThat(command.env()).isEqualTo(Env.EMPTY.with("A", "3").with("B", "2"));
        assertThat(command.env(Env.EMPTY).env()).isEqualTo(Env.EMPTY);
    }

    @Test
    void equalPartsMakeEqualCommands() {
        Command one = Command.of("cat").stdin(Stdin.bytes(new byte[] {1}));
        Command other = Command.of("cat").stdin(Stdin.bytes(new byte[] {1}));
        assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
        assertThat(one.cwd("/")).isNotEqualTo(other);
        assertThat(one.cwd("/").cwd()).isEqualTo(Optional.of("/"));
    }
}
