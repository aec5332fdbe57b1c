package ai.tinyhumans.tinybox.spec;

/**
 * The name of a spawned process, unique in its box. Immutable.
 *
 * @param value 1 to 64 of {@code [A-Za-z0-9._-]}, neither {@code .} nor {@code ..}
 */
public record ProcessId(String value) implements Comparable<ProcessId> {

    /**
     * Checks the spelling.
     *
     * @throws ai.tinyhumans.tinybox.error.TinyboxException {@code identifier.invalid}
     */
    public ProcessId {
        Identifiers.check("process id", value);
    }

    @Override
    public int compareTo(ProcessId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
