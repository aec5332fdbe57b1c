package ai.tinyhumans.tinybox.spec;

/**
 * The name of a sandbox provider. Immutable.
 *
 * @param value 1 to 64 of {@code [A-Za-z0-9._-]}, neither {@code .} nor {@code ..}
 */
public record SandboxRef(String value) implements Comparable<SandboxRef> {

    /**
     * Checks the spelling.
     *
     * @throws ai.tinyhumans.tinybox.error.TinyboxException {@code identifier.invalid}
     */
    public SandboxRef {
        Identifiers.check("sandbox name", value);
    }

    @Override
    public int compareTo(SandboxRef other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
