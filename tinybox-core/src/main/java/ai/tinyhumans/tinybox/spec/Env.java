package ai.tinyhumans.tinybox.spec;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Environment variables, in order. Immutable. A name is any text without {@code =} and NUL that is not empty, {@code A B}
 * and {@code 1A} included: the kernel takes those, so every host does (environ(7)). Values hold secrets, so they never
 * appear in {@link #toString()}.
 *
 * @param variables values by name
 */
public record Env(Map<String, String> variables) {

    /** No variables. */
    public static final Env EMPTY = new Env(Map.of());

    /**
     * The variable tinybox sets for every process it starts, so that descendants that left their process group and session
     * can still be found. A caller may not set it.
     */
    public static final String MARKER = "TINYBOX_EXECUTION";

    /**
     * What divides the parts of a {@linkplain #MARKER marker}, which stand from the outermost tinybox to the innermost: an
     * execution of it, the box of that.
     */
    public static final String MARKER_DIVIDER = ":";

    /**
     * Copies and checks the variables.
     *
     * @throws TinyboxException {@code argument.invalid}, naming the variable, if a name is empty, holds {@code =}, or is
     *     {@link #MARKER}, or if a name or a value holds NUL or is not {@linkplain Text#isEncodable encodable}
     */
    public Env {
        Map<String, String> copy = new LinkedHashMap<>();
        variables.forEach((name, value) -> {
            check(name, value);
            copy.put(name, value);
        });
        variables = Collections.unmodifiableMap(copy);
    }

    /** Returns these variables with one more, or with a new value for one of them. */
    public Env with(String name, String value) {
        return plus(new Env(Map.of(name, value)));
    }

    /** Returns these variables overlaid by {@code others}. */
    public Env plus(Env others) {
        if (others.variables.isEmpty()) {
            return this;
        }
        Map<String, String> merged = new LinkedHashMap<>(variables);
        merged.putAll(others.variables);
        return new Env(merged);
    }

    private static void check(String name, String value) {
        String fault = null;
        if (name.isEmpty()) {
            fault = "has an empty name";
        } else if (name.indexOf('=') >= 0) {
            fault = "has '=' in its name";
        } else if (name.indexOf('\0') >= 0) {
            fault = "has a NUL in its name";
        } else if (value.indexOf('\0') >= 0) {
            fault = "has a NUL in its value";
        } else if (!Text.isEncodable(name)) {
            fault = "has a lone surrogate in its name";
        } else if (!Text.isEncodable(value)) {
            fault = "has a lone surrogate in its value";
        } else if (name.equals(MARKER)) {
            fault = "is set by tinybox itself";
        }
        if (fault != null) {
            throw TinyboxException.of(
                            ErrorCode.ARGUMENT_INVALID, "environment variable '" + Text.printable(name) + "' " + fault)
                    .remedy("rename or drop the variable")
                    .build();
        }
    }

    @Override
    public String toString() {
        return "Env" + variables.keySet();
    }
}
