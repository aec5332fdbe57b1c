package ai.tinyhumans.tinybox.host.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcStatTest {

    private static String line(String command, char state) {
        return "4711 (" + command + ") " + state + " 4710 4712 4713 0 -1 4194560 120 0 0 0 1 2 0 0 20 0 1 0 987654321 5"
                + " 6 18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17 1 0 0 0 0 0 0 0 0 0 0 0 0 0\n";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sleep",
                "",
                " ",
                "a b",
                ")",
                "(",
                ") S 1 2 3 4",
                "((x)) R 9 9 9",
                "tmux: server",
                "a\nb",
                ") Z 0 0 0 (",
                "\u00ff\u00fe"
            })
    void isNotFooledByTheNameOfTheProgram(String command) {
        ProcStat stat = ProcStat.parse(line(command, 'S'));
        assertThat(stat).isEqualTo(new ProcStat(4711, command, 'S', 4710, 4712, 4713, 987654321));
    }

    @ParameterizedTest
    @ValueSource(chars = {'R', 'S', 'D', 'T', 't', 'I'})
    void countsWhoeverIsNotDeadAsAlive(char state) {
        assertThat(ProcStat.parse(line("x", state)).isAlive()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(chars = {'Z', 'X'})
    void countsTheDeadAsDead(char state) {
        assertThat(ProcStat.parse(line("x", state)).isAlive()).isFalse();
    }

    @Test
    void takesNumbersOfTheLargestSize() {
        String line = "9223372036854775807 (x) S 1 -1 2147483647" + " 0".repeat(15) + " 9223372036854775807 0";
        ProcStat stat = ProcStat.parse(line);
        assertThat(stat.pid()).isEqualTo(Long.MAX_VALUE);
        assertThat(stat.group()).isEqualTo(-1);
        assertThat(stat.startTick()).isEqualTo(Long.MAX_VALUE);
    }
}
