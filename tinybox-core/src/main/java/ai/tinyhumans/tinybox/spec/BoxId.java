package ai.tinyhumans.tinybox.spec;

/**
 * The name of a box, unique in its store. Immutable.
 *
 * @param value 1 to 64 of {@code [A-Za-z0-9._-]}, neither {@code .} nor {@code ..}
 */
public record BoxId(String value) implements Comparable<BoxId> {

    /**
     * Checks the spelling.
     *
     * @throws ai.tinyhumans.tinybox.error.TinyboxException {@code identifier.invalid}
     */
    public BoxId {
        Identifiers.check("box id", value);
    }

    @Override
    public int compareTo(BoxId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
