package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.exec.ProcessRef;
import ai.tinyhumans.tinybox.exec.Signal;
import ai.tinyhumans.tinybox.exec.Survivor;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spi.ProcessTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The processes of the far side at one moment, as {@code far.sh table} told them. Immutable. */
final class FarTable implements ProcessTable {

    private static final Pattern STAT = Pattern.compile("(\\d+) \\((.*)\\) (\\S) (.*)", Pattern.DOTALL);
    private static final Pattern MARKED = Pattern.compile("/proc/(\\d+)/environ:" + Env.MARKER + "=(.*)");

    private record Entry(
            long pid, String command, boolean alive, long parent, long group, long session, String start) {}

    private final Map<Long, Entry> processes = new HashMap<>();
    private final Map<Long, String> markers = new HashMap<>();
    private final Consumer<List<String>> signaller;

    /**
     * Reads a table.
     *
     * @param signaller takes a signal's number and what to send it to, each as {@code PID:START}
     */
    FarTable(String text, Consumer<List<String>> signaller) {
        this.signaller = signaller;
        text.lines().forEach(line -> {
            Matcher stat = STAT.matcher(line);
            Matcher marked = MARKED.matcher(line);
            if (marked.matches()) {
                markers.put(Long.parseLong(marked.group(1)), marked.group(2));
            } else if (stat.matches()) {
                add(stat, FarAnswer.fields(line));
            }
        });
    }

    private void add(Matcher stat, String[] fields) {
        long pid = Long.parseLong(stat.group(1));
        boolean alive = !fields[0].equals("Z") && !fields[0].equals("X");
        processes.put(
                pid,
                new Entry(
                        pid,
                        stat.group(2),
                        alive,
                        Long.parseLong(fields[1]),
                        Long.parseLong(fields[2]),
                        Long.parseLong(fields[3]),
                        fields[19]));
    }

    private List<Entry> entries(ProcessRef ref) {
        Entry leader = processes.get(ref.pid());
        boolean anchored = leader != null && ref.incarnation().endsWith(":" + leader.start());
        List<Entry> found = new ArrayList<>();
        for (Entry entry : processes.values()) {
            boolean inGroup = anchored && (entry.group() == ref.pid() || entry.session() == ref.pid());
            if (entry.alive() && (inGroup || ref.marks(markers.getOrDefault(entry.pid(), "")))) {
                found.add(entry);
            }
        }
        return ref.hasLeader() ? found : withDescendants(found);
    }

    private List<Entry> withDescendants(List<Entry> found) {
        Set<Long> numbers = numbers(found);
        return processes.values().stream()
                .filter(Entry::alive)
                .filter(entry ->
                        numbers.contains(entry.pid()) || ProcessTable.descends(entry.pid(), numbers, this::parentOf))
                .toList();
    }

    private long parentOf(long pid) {
        Entry entry = processes.get(pid);
        return entry == null ? 0 : entry.parent();
    }

    private static Set<Long> numbers(List<Entry> of) {
        return of.stream().map(Entry::pid).collect(Collectors.toSet());
    }

    @Override
    public List<Survivor> living(ProcessRef ref) {
        return entries(ref).stream()
                .map(entry -> new Survivor(entry.pid(), entry.command()))
                .toList();
    }

    @Override
    public void signal(ProcessRef ref, Signal signal) {
        send(signal, entries(ref));
    }

    @Override
    public void signalBelow(ProcessRef ref, Signal signal) {
        List<Entry> all = entries(ref);
        Set<Long> numbers = numbers(all);
        send(
                signal,
                all.stream()
                        .filter(entry -> ref.hasLeader() ? entry.pid() != ref.pid() : numbers.contains(entry.parent()))
                        .toList());
    }

    private void send(Signal signal, List<Entry> to) {
        List<String> arguments = new ArrayList<>(List.of(Integer.toString(signal.number())));
        to.forEach(entry -> arguments.add(entry.pid() + ":" + entry.start()));
        if (!to.isEmpty()) {
            signaller.accept(arguments);
        }
    }
}
