package ai.tinyhumans.tinybox.bus;

/**
 * An opaque handle on the wire: a resource, a process, a forward or a transfer. Immutable.
 *
 * @param value 1 to {@link Limits#MAX_ID_BYTES} characters of {@code [A-Za-z0-9_-]}
 */
public record ResourceId(String value) {

    /**
     * Checks the spelling.
     *
     * @throws IllegalArgumentException if the value is empty, too long, or holds another character; the value itself is
     *     not quoted, since an error on the wire must not echo what it was given
     */
    public ResourceId {
        if (value.isEmpty() || value.length() > Limits.MAX_ID_BYTES) {
            throw new IllegalArgumentException(
                    "an identifier has 1 to " + Limits.MAX_ID_BYTES + " characters, this one has " + value.length());
        }
        if (!value.chars().allMatch(ResourceId::isAllowed)) {
            throw new IllegalArgumentException("an identifier may hold only letters, digits, '_' and '-'");
        }
    }

    private static boolean isAllowed(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }

    @Override
    public String toString() {
        return value;
    }
}
