package ai.tinyhumans.tinybox.spec;

/**
 * The name of a host provider. Immutable.
 *
 * @param value 1 to 64 of {@code [A-Za-z0-9._-]}, neither {@code .} nor {@code ..}
 */
public record HostRef(String value) implements Comparable<HostRef> {

    /**
     * Checks the spelling.
     *
     * @throws ai.tinyhumans.tinybox.error.TinyboxException {@code identifier.invalid}
     */
    public HostRef {
        Identifiers.check("host name", value);
    }

    @Override
    public int compareTo(HostRef other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
