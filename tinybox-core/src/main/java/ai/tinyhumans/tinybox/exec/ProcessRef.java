package ai.tinyhumans.tinybox.exec;

/**
 * What identifies a process and its descendants on its host, also for another JVM and after the process died. Immutable.
 *
 * @param marker the value of {@link ai.tinyhumans.tinybox.spec.Env#MARKER} that all descendants inherit
 * @param pid the number of the process, of its group and of its session
 * @param incarnation tells this process from a later one of the same number; opaque to all but the host
 */
public record ProcessRef(String marker, long pid, String incarnation) {}
