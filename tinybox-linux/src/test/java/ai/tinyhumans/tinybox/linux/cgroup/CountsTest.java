package ai.tinyhumans.tinybox.linux.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountsTest {

    private static final String EVENTS = "low 0\nhigh 0\nmax 41\noom 3\noom_kill 2\noom_group_kill 1\n";

    @Test
    void areFoundByTheirWholeKey() {
        assertThat(Counts.of(EVENTS, "oom")).isEqualTo(3);
        assertThat(Counts.of(EVENTS, "oom_kill")).isEqualTo(2);
    }

    @Test
    void areNoneWhereThereIsNoNumber() {
        assertThat(Counts.of(EVENTS, "kill")).isZero();
        assertThat(Counts.of("oom x\n", "oom")).isZero();
        assertThat(Counts.of("", "oom")).isZero();
        assertThat(Counts.number("max\n")).isZero();
        assertThat(Counts.number("32\n")).isEqualTo(32);
    }
}
