package ai.tinyhumans.tinybox.spec;

import ai.tinyhumans.tinybox.bus.Limits;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import java.util.ArrayList;
import java.util.List;

/**
 * A path inside a workspace. Immutable. Written with slashes and relative; empty and {@code .} components are dropped, so
 * {@code a//b}, {@code ./a} and {@code a/b/} are fine. A {@code ..} component is refused, not resolved. Backslash, colon,
 * blanks and a leading dash are characters like any other.
 *
 * @param components the names from the workspace down; none for the workspace itself
 */
public record WorkspacePath(List<String> components) {

    /** The workspace itself. */
    public static final WorkspacePath ROOT = new WorkspacePath(List.of());

    /** NAME_MAX of every file system in use (limits.h). */
    private static final int MAX_NAME_BYTES = 255;

    /**
     * Copies and checks the components.
     *
     * @throws TinyboxException {@code file.path_invalid}, saying which component and why
     */
    public WorkspacePath {
        components = List.copyOf(components);
        components.forEach(WorkspacePath::checkName);
    }

    /**
     * Reads a path of at least one component.
     *
     * @throws TinyboxException {@code file.path_invalid} if it is empty, absolute, too long, names the workspace itself or
     *     a place outside, or holds NUL or a lone surrogate that no byte stands for
     */
    public static WorkspacePath parse(String text) {
        if (text.startsWith("/")) {
            throw invalid(text, "is absolute");
        }
        List<String> names = new ArrayList<>();
        for (String name : text.split("/", -1)) {
            if (!name.isEmpty() && !name.equals(".")) {
                names.add(name);
            }
        }
        if (names.isEmpty()) {
            throw invalid(text, "names no file");
        }
        WorkspacePath path = new WorkspacePath(names);
        if (Text.encode(text).length > Limits.MAX_FILE_PATH_BYTES) {
            throw invalid(text, "has more than " + Limits.MAX_FILE_PATH_BYTES + " bytes");
        }
        return path;
    }

    private static void checkName(String name) {
        if (name.equals("..")) {
            throw invalid(name, "leads upwards");
        }
        if (name.isEmpty() || name.equals(".") || name.indexOf('/') >= 0 || name.indexOf('\0') >= 0) {
            throw invalid(name, "is no file name");
        }
        if (!Text.isEncodable(name)) {
            throw invalid(name, "holds a lone surrogate");
        }
        if (Text.encode(name).length > MAX_NAME_BYTES) {
            throw invalid(name, "has more than " + MAX_NAME_BYTES + " bytes");
        }
    }

    private static TinyboxException invalid(String text, String why) {
        return TinyboxException.of(ErrorCode.FILE_PATH_INVALID, "workspace path '" + Text.printable(text) + "' " + why)
                .remedy("give a relative path inside the workspace, without '..'")
                .build();
    }

    @Override
    public String toString() {
        return components.isEmpty() ? "." : String.join("/", components);
    }
}
