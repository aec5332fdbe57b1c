package ai.tinyhumans.tinybox;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The executions of one handle on a box that are not closed. Thread-safe. */
final class Executions {

    private final Set<Execution> open = ConcurrentHashMap.newKeySet();

    /** Set before the executions are ended: one that comes too late to be ended with them is not to start. */
    private volatile boolean ending;

    /** Adds one that was prepared; returns false if those of the handle are being ended, and then it is not to start. */
    boolean add(Execution execution) {
        open.add(execution);
        boolean tooLate = ending;
        if (tooLate) {
            open.remove(execution);
        }
        return !tooLate;
    }

    void remove(Execution execution) {
        open.remove(execution);
    }

    int count() {
        return open.size();
    }

    boolean isAnyRunning() {
        return open.stream().anyMatch(execution -> !execution.isOver());
    }

    /** Ends all, and lets no other start from now on. */
    void end() {
        ending = true;
        open.forEach(Execution::cancel); // all at once, so that their graces run side by side
        open.forEach(Execution::close);
    }
}
