package ai.tinyhumans.tinybox.exec;

/**
 * A descendant of a command that could not be ended. Immutable.
 *
 * @param pid its number on its host
 * @param command its name there
 */
public record Survivor(long pid, String command) {}
