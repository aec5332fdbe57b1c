package ai.tinyhumans.tinybox.spec;

/**
 * The name a snapshot is known by. Immutable.
 *
 * @param value 1 to 64 of {@code [A-Za-z0-9._-]}, neither {@code .} nor {@code ..}
 */
public record TemplateName(String value) implements Comparable<TemplateName> {

    /**
     * Checks the spelling.
     *
     * @throws ai.tinyhumans.tinybox.error.TinyboxException {@code identifier.invalid}
     */
    public TemplateName {
        Identifiers.check("template name", value);
    }

    @Override
    public int compareTo(TemplateName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
