package ai.tinyhumans.tinybox.linux.cgroup;

import ai.tinyhumans.tinybox.spec.Resources;
import java.util.List;

/**
 * One limit of a group: a file, and what is written to it. Pure.
 *
 * @param file its name
 * @param value what to write, and what it reads as afterwards
 */
record Rule(String file, String value) {

    /** The usual period of the processor's scheduler, in microseconds (cgroup-v2.rst, cpu.max). */
    private static final long PERIOD = 100_000;

    /** The longest, for shares so small that they would be less than a millisecond, the least, of the usual one. */
    private static final long LONGEST_PERIOD = 1_000_000;

    private static final int LEAST_MILLIS_OF_PERIOD = 10;

    /** As many processes as 64-bit Linux ever has (PID_MAX_LIMIT, linux/threads.h); it takes no limit beyond that. */
    private static final int MOST_PIDS = 4 << 20;

    /** Memory is counted in pages, of 64 KiB at most on the machines there is a filter for. */
    private static final long LARGEST_PAGE = 64 << 10;

    /** What the kernel writes for a limit beyond what it can count to. */
    private static final String UNCOUNTABLE = "max";

    private static final String MEMORY = "memory.max";

    /** What a box's group needs. */
    static List<Rule> ofBox(Controller controller, Resources resources) {
        return switch (controller) {
            case CPU -> List.of(new Rule("cpu.max", processorTime(resources.cpuMillis())));
            case MEMORY ->
                List.of(new Rule(MEMORY, Long.toString(resources.memory().bytes())), new Rule("memory.swap.max", "0"));
            case PIDS -> List.of(pids(resources));
        };
    }

    /**
     * What a command's group in it needs. The kernel counts up from the command's group, so a limit on processes that
     * stands there too is the one that refuses them, and the refusals are counted there.
     */
    static List<Rule> ofCommand(Controller controller, Resources resources) {
        return switch (controller) {
            case CPU -> List.of();
            case MEMORY -> List.of(new Rule("memory.oom.group", "1"));
            case PIDS -> List.of(pids(resources));
        };
    }

    private static Rule pids(Resources resources) {
        return new Rule("pids.max", Integer.toString(Math.min(resources.pids(), MOST_PIDS)));
    }

    private static String processorTime(int millis) {
        long period = millis < LEAST_MILLIS_OF_PERIOD ? LONGEST_PERIOD : PERIOD;
        return millis * (period / 1000) + " " + period;
    }

    /** Answers whether the file, read back, says that the limit holds. */
    boolean holds(String content) {
        String found = content.strip();
        return file.equals(MEMORY) ? holdsMemory(found) : found.equals(value);
    }

    private boolean holdsMemory(String found) {
        long asked = Long.parseLong(value);
        if (found.equals(UNCOUNTABLE)) {
            return asked > Long.MAX_VALUE - LARGEST_PAGE;
        }
        return found.matches("[0-9]{1,18}")
                && Long.parseLong(found) <= asked
                && asked - Long.parseLong(found) < LARGEST_PAGE;
    }
}
