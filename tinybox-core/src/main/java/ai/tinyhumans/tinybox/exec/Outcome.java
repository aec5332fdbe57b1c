package ai.tinyhumans.tinybox.exec;

import java.util.List;

/**
 * How a command ended and what it used. Immutable. When an outcome is there, the program and every descendant that could
 * be found are dead and reaped, except the survivors it names.
 *
 * @param exit how it ended
 * @param usage what it used
 * @param survivors descendants that could not be ended, none as a rule
 */
public record Outcome(Exit exit, ResourceUsage usage, List<Survivor> survivors) {

    /** Copies the list. */
    public Outcome {
        survivors = List.copyOf(survivors);
    }
}
