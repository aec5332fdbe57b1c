package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.ProcessRef;
import ai.tinyhumans.tinybox.exec.Signal;
import ai.tinyhumans.tinybox.exec.Survivor;
import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import ai.tinyhumans.tinybox.host.local.syscall.Processes;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spi.ProcessTable;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The processes in {@code /proc}, each read at most once (proc(5)). Not thread-safe. */
final class ProcTable implements ProcessTable {

    private static final String MARKER_ENTRY = Env.MARKER + "=";

    private final Map<Long, ProcStat> processes = new HashMap<>();
    private final Map<Long, String> markers = new HashMap<>();

    /** Those that are not read, by number: when each started. */
    private final Map<Long, Long> unread = new HashMap<>();

    private final boolean byHandle;

    private ProcTable(boolean byHandle) {
        this.byHandle = byHandle;
    }

    /** The table of a machine on which nothing can have been started. */
    static ProcTable empty() {
        return new ProcTable(false);
    }

    /**
     * Reads the table as it is now.
     *
     * @param byHandle whether the kernel has handles on processes, to signal them by
     * @param elders those that were seen before, and so need not be read to know that they are too old
     * @throws TinyboxException {@code host.failed} if it cannot be seen: an empty table would say that all are dead
     */
    static ProcTable read(boolean byHandle, Elders elders) {
        ProcTable table = new ProcTable(byHandle);
        Optional<Handouts> before = Handouts.read();
        String[] names = new File("/proc").list();
        if (names == null) {
            throw TinyboxException.of(
                            ErrorCode.HOST_FAILED,
                            "the processes of this machine cannot be seen: /proc cannot be listed")
                    .remedy("mount it")
                    .build();
        }
        Map<Long, Long> starts = elders.still(Handouts.read());
        for (String name : names) {
            if (Character.isDigit(name.charAt(0))) {
                table.add(Long.parseLong(name), starts);
            }
        }
        elders.remember(before, table.starts());
        return table;
    }

    private void add(Long pid, Map<Long, Long> known) {
        Long start = known.get(pid);
        if (start == null) {
            read(pid);
        } else {
            unread.put(pid, start);
        }
    }

    private void read(long pid) {
        ProcStat.read(pid).ifPresent(stat -> processes.put(pid, stat));
    }

    private Map<Long, Long> starts() {
        Map<Long, Long> starts = new HashMap<>(unread);
        processes.forEach((pid, stat) -> starts.put(pid, stat.startTick()));
        return starts;
    }

    /** Reads one process, and those that started at a tick or later. */
    private void readSince(long tick, long one) {
        unread.entrySet().removeIf(elder -> {
            boolean wanted = elder.getValue() >= tick || elder.getKey() == one;
            if (wanted) {
                read(elder.getKey());
            }
            return wanted;
        });
    }

    /**
     * What tells a process from a later one of the same number: the boot and the clock tick it started at. Empty if it is
     * gone.
     */
    static String incarnation(long pid) {
        return ProcStat.read(pid).map(ProcTable::incarnation).orElse("");
    }

    private static String incarnation(ProcStat stat) {
        return BootId.VALUE + ":" + stat.startTick();
    }

    @Override
    public List<Survivor> living(ProcessRef ref) {
        return entries(ref).stream()
                .map(stat -> new Survivor(stat.pid(), stat.command()))
                .collect(Collectors.toList());
    }

    private List<ProcStat> entries(ProcessRef ref) {
        long begun = startTick(ref.incarnation());
        readSince(begun, ref.pid()); // nobody is older than who began them, in their group neither
        ProcStat leader = processes.get(ref.pid());
        // As long as the leader is there, if only as a zombie, no other process can have its number as parent, group or
        // session.
        boolean anchored = leader != null && incarnation(leader).equals(ref.incarnation());
        List<ProcStat> found = new ArrayList<>();
        for (ProcStat stat : processes.values()) {
            boolean inGroup = anchored && (stat.group() == ref.pid() || stat.session() == ref.pid());
            boolean mayDescend = stat.startTick() >= begun;
            if (stat.isAlive() && (inGroup || (mayDescend && ref.marks(markerOf(stat))))) {
                found.add(stat);
            }
        }
        return ref.hasLeader() ? found : withDescendants(found);
    }

    private List<ProcStat> withDescendants(List<ProcStat> found) {
        Set<Long> numbers = numbers(found);
        return processes.values().stream()
                .filter(ProcStat::isAlive)
                .filter(stat ->
                        numbers.contains(stat.pid()) || ProcessTable.descends(stat.pid(), numbers, this::parentOf))
                .collect(Collectors.toList());
    }

    private long parentOf(long pid) {
        ProcStat stat = processes.get(pid);
        return stat == null ? 0 : stat.parent();
    }

    private static Set<Long> numbers(List<ProcStat> of) {
        return of.stream().map(ProcStat::pid).collect(Collectors.toSet());
    }

    /** When a process of this boot started; 0 for any other. */
    private static long startTick(String incarnation) {
        String boot = BootId.VALUE + ":";
        return incarnation.startsWith(boot) ? Long.parseLong(incarnation.substring(boot.length())) : 0;
    }

    @Override
    public void signal(ProcessRef ref, Signal signal) {
        entries(ref).forEach(stat -> signal(stat, signal));
    }

    @Override
    public void signalBelow(ProcessRef ref, Signal signal) {
        List<ProcStat> all = entries(ref);
        Set<Long> numbers = numbers(all);
        all.stream()
                .filter(stat -> ref.hasLeader() ? stat.pid() != ref.pid() : numbers.contains(stat.parent()))
                .forEach(stat -> signal(stat, signal));
    }

    private void signal(ProcStat stat, Signal signal) {
        try {
            if (byHandle) {
                signalByHandle(stat, signal);
            } else if (isStill(stat)) {
                Processes.kill((int) stat.pid(), signal.number());
            }
        } catch (SyscallException goneOrForbidden) {
            // whoever is still alive is seen in the next table
        }
    }

    private static void signalByHandle(ProcStat stat, Signal signal) {
        int handle = Processes.pidfdOpen((int) stat.pid());
        try {
            if (isStill(stat)) {
                Processes.pidfdSendSignal(handle, signal.number());
            }
        } finally {
            Fd.close(handle);
        }
    }

    /** Answers whether the process that was seen still has its number. */
    private static boolean isStill(ProcStat stat) {
        return incarnation(stat.pid()).equals(incarnation(stat));
    }

    /** The marker a process inherited; empty if it has none or may not be looked into: its group and session still tell. */
    private String markerOf(ProcStat stat) {
        return markers.computeIfAbsent(stat.pid(), ProcTable::readMarker);
    }

    private static String readMarker(long pid) {
        for (String entry : ProcFile.read(pid, "environ").orElse("").split("\0", -1)) {
            if (entry.startsWith(MARKER_ENTRY)) {
                return entry.substring(MARKER_ENTRY.length());
            }
        }
        return "";
    }

    /** The name of this boot, so that a process of the last one is not taken for one of this. */
    private static final class BootId {

        static final String VALUE = read();

        private static String read() {
            try {
                return Files.readString(Path.of("/proc/sys/kernel/random/boot_id"))
                        .strip();
            } catch (IOException unknown) {
                return "";
            }
        }
    }
}
