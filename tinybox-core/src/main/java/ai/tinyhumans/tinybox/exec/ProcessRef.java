package ai.tinyhumans.tinybox.exec;

import ai.tinyhumans.tinybox.spec.Env;

/**
 * What identifies a process and its descendants on its host, also for another JVM and after the process died; or, without a
 * process of its own, all that have a part of their markers in common. Immutable.
 *
 * @param marker the value of {@link Env#MARKER} that all descendants inherit, or whole parts of it
 * @param pid the number of the process, of its group and of its session; 0 if it is known by the marker alone
 * @param incarnation tells this process from a later one of the same number; opaque to all but the host
 */
public record ProcessRef(String marker, long pid, String incarnation) {

    /** Returns what is known by a marker alone. */
    public static ProcessRef marked(String marker) {
        return new ProcessRef(marker, 0, "");
    }

    /** Answers whether there is one that the others descend from. */
    public boolean hasLeader() {
        return pid != 0;
    }

    /** Answers whether a process that inherited a marker is one of these. Parts are compared whole; an empty one is none. */
    public boolean marks(String inherited) {
        return !marker.isEmpty() && divided(inherited).contains(divided(marker));
    }

    private static String divided(String parts) {
        return Env.MARKER_DIVIDER + parts + Env.MARKER_DIVIDER;
    }
}
