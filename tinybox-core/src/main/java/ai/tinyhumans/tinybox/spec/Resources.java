package ai.tinyhumans.tinybox.spec;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;

/**
 * What a box may use. Immutable. Every limit is positive: zero means "unlimited" to some backends and "nothing" to others.
 *
 * @param cpuMillis processor time, in thousandths of a core
 * @param memory memory of all processes together
 * @param pids processes and threads together
 * @param disk bytes on disk beyond what the box started from
 */
public record Resources(int cpuMillis, ByteSize memory, int pids, ByteSize disk) {

    /** Two cores, 2 GiB of memory, 512 processes, 8 GiB of disk: an agent's task, not a build farm. */
    public static final Resources DEFAULT = new Resources(2000, ByteSize.ofGiB(2), 512, ByteSize.ofGiB(8));

    /**
     * Checks that each limit is positive, in order.
     *
     * @throws TinyboxException {@code argument.invalid}, naming the first limit that is not
     */
    public Resources {
        check("cpuMillis", cpuMillis);
        check("memory", memory.bytes());
        check("pids", pids);
        check("disk", disk.bytes());
    }

    /** Returns these limits with another one for processor time, in thousandths of a core. */
    public Resources withCpuMillis(int limit) {
        return new Resources(limit, memory, pids, disk);
    }

    /** Returns these limits with another one for memory. */
    public Resources withMemory(ByteSize limit) {
        return new Resources(cpuMillis, limit, pids, disk);
    }

    /** Returns these limits with another one for processes. */
    public Resources withPids(int limit) {
        return new Resources(cpuMillis, memory, limit, disk);
    }

    /** Returns these limits with another one for disk. */
    public Resources withDisk(ByteSize limit) {
        return new Resources(cpuMillis, memory, pids, limit);
    }

    private static void check(String name, long value) {
        if (value <= 0) {
            throw TinyboxException.of(
                            ErrorCode.ARGUMENT_INVALID, "resource limit '" + name + "' is " + value + ", not positive")
                    .remedy("give a positive limit; to run without one, accept that it is not enforced")
                    .build();
        }
    }
}
