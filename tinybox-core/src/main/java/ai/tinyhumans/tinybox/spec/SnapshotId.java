package ai.tinyhumans.tinybox.spec;

/**
 * The name of a snapshot, unique in its sandbox. Immutable.
 *
 * @param value 1 to 64 of {@code [A-Za-z0-9._-]}, neither {@code .} nor {@code ..}
 */
public record SnapshotId(String value) implements Comparable<SnapshotId> {

    /**
     * Checks the spelling.
     *
     * @throws ai.tinyhumans.tinybox.error.TinyboxException {@code identifier.invalid}
     */
    public SnapshotId {
        Identifiers.check("snapshot id", value);
    }

    @Override
    public int compareTo(SnapshotId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
