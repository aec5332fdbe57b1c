package ai.tinyhumans.tinybox.linux.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.Resources;
import java.util.List;
import org.junit.jupiter.api.Test;

class RuleTest {

    private static final Resources RESOURCES = new Resources(1500, ByteSize.ofMiB(64), 32, ByteSize.ofGiB(1));

    @Test
    void ofABoxAreItsLimits() {
        assertThat(Rule.ofBox(Controller.CPU, RESOURCES)).isEqualTo(List.of(new Rule("cpu.max", "150000 100000")));
        assertThat(Rule.ofBox(Controller.MEMORY, RESOURCES))
                .isEqualTo(List.of(new Rule("memory.max", "67108864"), new Rule("memory.swap.max", "0")));
        assertThat(Rule.ofBox(Controller.PIDS, RESOURCES)).isEqualTo(List.of(new Rule("pids.max", "32")));
    }

    @Test
    void ofACommandHaveItEndAsAWholeAndCountItsRefusals() {
        assertThat(Rule.ofCommand(Controller.CPU, RESOURCES)).isEmpty();
        assertThat(Rule.ofCommand(Controller.MEMORY, RESOURCES)).isEqualTo(List.of(new Rule("memory.oom.group", "1")));
        assertThat(Rule.ofCommand(Controller.PIDS, RESOURCES)).isEqualTo(List.of(new Rule("pids.max", "32")));
    }

    @Test
    void keepQuotasThatTheKernelTakes() { // it takes none below a millisecond
        assertThat(Rule.ofBox(Controller.CPU, RESOURCES.withCpuMillis(1)))
                .isEqualTo(List.of(new Rule("cpu.max", "1000 1000000")));
        assertThat(Rule.ofBox(Controller.CPU, RESOURCES.withCpuMillis(10)))
                .isEqualTo(List.of(new Rule("cpu.max", "1000 100000")));
        assertThat(Rule.ofBox(Controller.CPU, RESOURCES.withCpuMillis(Integer.MAX_VALUE)))
                .isEqualTo(List.of(new Rule("cpu.max", "214748364700 100000")));
    }

    @Test
    void askForNoMoreProcessesThanThereCanBe() {
        assertThat(Rule.ofBox(Controller.PIDS, RESOURCES.withPids(Integer.MAX_VALUE)))
                .isEqualTo(List.of(new Rule("pids.max", "4194304")));
    }

    @Test
    void holdIfTheyReadAsTheyWereWritten() {
        assertThat(new Rule("pids.max", "32").holds("32\n")).isTrue();
        assertThat(new Rule("pids.max", "32").holds("max\n")).isFalse();
        assertThat(new Rule("cpu.max", "1000 100000").holds("max 100000\n")).isFalse();
    }

    @Test
    void holdForMemoryInWholePages() {
        Rule rule = new Rule("memory.max", "10000");
        assertThat(rule.holds("8192\n")).isTrue();
        assertThat(rule.holds("0\n")).as("a page of 64 KiB").isTrue();
        assertThat(rule.holds("12288\n")).isFalse();
        assertThat(rule.holds("max\n")).isFalse();
        assertThat(rule.holds("\n")).isFalse();
        assertThat(new Rule("memory.max", "1000000").holds("900000\n")).isFalse();
        assertThat(new Rule("memory.max", Long.toString(Long.MAX_VALUE)).holds("max\n"))
                .isTrue();
    }
}
