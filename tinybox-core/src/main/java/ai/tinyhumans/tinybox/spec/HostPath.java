package ai.tinyhumans.tinybox.spec;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import java.util.ArrayList;
import java.util.List;

/**
 * An absolute path on a POSIX host, written in one way: no empty, {@code .} or {@code ..} component, no slash at the end.
 * Immutable. What the path leads to may be a link; nothing is resolved.
 *
 * @param value the path
 */
public record HostPath(String value) implements Comparable<HostPath> {

    /** The root of the host's file system. */
    public static final HostPath ROOT = new HostPath("/");

    /**
     * Checks the path, and drops empty and {@code .} components.
     *
     * @throws TinyboxException {@code argument.invalid} if it is relative, holds {@code ..} or NUL, or is not
     *     {@linkplain Text#isEncodable encodable}
     */
    public HostPath {
        String fault = null;
        if (!value.startsWith("/")) {
            fault = "is not absolute";
        } else if (value.indexOf('\0') >= 0) {
            fault = "holds NUL";
        } else if (!Text.isEncodable(value)) {
            fault = "holds a lone surrogate";
        } else if (List.of(value.split("/", -1)).contains("..")) {
            fault = "holds '..', which means another place where a link stands before it";
        }
        if (fault != null) {
            throw TinyboxException.of(ErrorCode.ARGUMENT_INVALID, "host path '" + Text.printable(value) + "' " + fault)
                    .remedy("give an absolute path without '..'")
                    .build();
        }
        value = normal(value);
    }

    private static String normal(String path) {
        List<String> names = new ArrayList<>();
        for (String name : path.split("/", -1)) {
            if (!name.isEmpty() && !name.equals(".")) {
                names.add(name);
            }
        }
        return "/" + String.join("/", names);
    }

    /** The path of a place below this one. */
    public HostPath resolve(WorkspacePath below) {
        return new HostPath(value + "/" + String.join("/", below.components()));
    }

    /** Answers whether {@code other} is this path or one below it, by their names alone. */
    public boolean contains(HostPath other) {
        return equals(ROOT) || other.value.equals(value) || other.value.startsWith(value + "/");
    }

    @Override
    public int compareTo(HostPath other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
