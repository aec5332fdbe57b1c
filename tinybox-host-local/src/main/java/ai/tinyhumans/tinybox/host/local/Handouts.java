package ai.tinyhumans.tinybox.host.local;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How far the kernel has come in handing out numbers of processes and threads: it goes upwards, passes over those in use, and
 * begins anew at the end (alloc_pid of Linux).
 *
 * @param last the number handed out last, as {@code /proc/loadavg} has it
 * @param threads how many are in use
 * @param all how many were handed out since the start of the machine, in all namespaces
 * @param most below which all numbers are
 */
record Handouts(long last, long threads, long all, long most) {

    /** Numbers that are not handed out again after the first round (RESERVED_PIDS of Linux). */
    private static final int RESERVED = 300;

    private static final boolean TRUSTED = isFromTheKernel("/proc/loadavg") && isFromTheKernel("/proc/stat");

    /** Looks; empty if what there is to see is not from the kernel. */
    static Optional<Handouts> read() {
        if (!TRUSTED) {
            return Optional.empty();
        }
        try {
            String count = "\nprocesses ";
            String stat = content("/proc/stat");
            int at = stat.indexOf(count) + count.length();
            String[] load = content("/proc/loadavg").strip().split("[ /]", -1);
            return Optional.of(new Handouts(
                    Long.parseLong(load[5]),
                    Long.parseLong(load[4]),
                    Long.parseLong(stat.substring(at, stat.indexOf('\n', at))),
                    Long.parseLong(content("/proc/sys/kernel/pid_max").strip())));
        } catch (IOException | RuntimeException unreadable) {
            return Optional.empty();
        }
    }

    private static String content(String file) throws IOException {
        try (FileInputStream in = new FileInputStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** Answers whether the kernel itself shows a file: lxcfs mounts files of its own, brought up to date only now and then. */
    static boolean isFromTheKernel(String file) {
        try {
            return Files.getFileStore(Path.of(file)).type().equals("proc");
        } catch (IOException unknown) {
            return false;
        }
    }

    /** Answers whether all numbers together may have been handed out between now and later, or the end was passed. */
    boolean mayBeAround(Handouts later) {
        long since = later.all - all;
        long room = Math.min(most, later.most) - RESERVED - later.threads - since; // those in use are passed over
        return since < 0 || since >= room || later.last < last;
    }

    /** Answers whether a number was handed out between now and later, which are not a round apart. */
    boolean isHandedOut(long number, Handouts later) {
        return number > last && number <= later.last;
    }
}
