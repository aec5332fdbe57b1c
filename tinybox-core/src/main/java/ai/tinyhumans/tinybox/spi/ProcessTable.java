package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.exec.ProcessRef;
import ai.tinyhumans.tinybox.exec.Signal;
import ai.tinyhumans.tinybox.exec.Survivor;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongUnaryOperator;

/** The processes of a host at one moment. */
public interface ProcessTable {

    /**
     * The living processes of one start: the leader, its children, its group, its session, and whoever inherited its
     * marker. A dead process that nobody reaped yet is not living. Once the leader is reaped, only those with the marker are
     * found, since the number of a group or session may mean another by then.
     *
     * <p>Of a reference without a leader: whoever has the marker, and whoever descends from such a one, which may be one that
     * cannot be looked into.
     */
    List<Survivor> living(ProcessRef ref);

    /** Sends a signal to each of {@link #living}, making sure that it still is the process that was seen. */
    void signal(ProcessRef ref, Signal signal);

    /** The same, but spares the leader; if there is none, whoever is not a child of another of them. */
    void signalBelow(ProcessRef ref, Signal signal);

    /**
     * Answers whether a process descends from one of some others.
     *
     * @param parentOf tells the number of a process's parent, or 0 if that is not known
     */
    static boolean descends(long pid, Set<Long> from, LongUnaryOperator parentOf) {
        Set<Long> passed =
                new HashSet<>(); // of numbers that are given again while a table is read there may seem to be a ring
        long above = parentOf.applyAsLong(pid);
        while (passed.add(above) && !from.contains(above)) {
            above = parentOf.applyAsLong(above);
        }
        return from.contains(above);
    }
}
