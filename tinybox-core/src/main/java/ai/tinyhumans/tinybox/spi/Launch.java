package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.exec.Stdin;

/**
 * One start of a plan. Immutable.
 *
 * @param plan what to start
 * @param marker the value of the marker variable, made from what {@link Host#newMarker} makes
 * @param stdin what it reads
 * @param output what becomes of its output
 */
public record Launch(LaunchPlan plan, String marker, Stdin stdin, Output output) {

    /** What becomes of a program's output. */
    public enum Output {
        /** It goes to the listener. */
        LISTENED,
        /** It goes nowhere. */
        DISCARDED
    }
}
