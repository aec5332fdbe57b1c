package ai.tinyhumans.tinybox.spec;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import java.util.regex.Pattern;

/**
 * The one rule of names: what a path component, a container name and a shell word all take unquoted, so that no backend
 * has to escape one.
 */
final class Identifiers {

    static final int MAX_LENGTH = 64;

    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9._-]{1," + MAX_LENGTH + "}");

    private Identifiers() {}

    static String check(String kind, String value) {
        if (!ALLOWED.matcher(value).matches() || value.equals(".") || value.equals("..")) {
            throw TinyboxException.of(
                            ErrorCode.IDENTIFIER_INVALID, kind + " '" + Text.printable(value) + "' is not a name")
                    .remedy("use 1 to " + MAX_LENGTH + " letters, digits, '.', '_' or '-', but not '.' or '..'")
                    .build();
        }
        return value;
    }
}
