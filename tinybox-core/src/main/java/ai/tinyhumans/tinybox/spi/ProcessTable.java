package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.exec.ProcessRef;
import ai.tinyhumans.tinybox.exec.Signal;
import ai.tinyhumans.tinybox.exec.Survivor;
import java.util.List;

/** The processes of a host at one moment. */
public interface ProcessTable {

    /**
     * The living processes of one start: the leader, its children, its group, its session, and whoever inherited its
     * marker. A dead process that nobody reaped yet is not living. Once the leader is reaped, only those with the marker are
     * found, since the number of a group or session may mean another by then.
     */
    List<Survivor> living(ProcessRef ref);

    /** Sends a signal to each of {@link #living}, making sure that it still is the process that was seen. */
    void signal(ProcessRef ref, Signal signal);

    /** The same, but spares the leader. */
    void signalBelow(ProcessRef ref, Signal signal);
}
