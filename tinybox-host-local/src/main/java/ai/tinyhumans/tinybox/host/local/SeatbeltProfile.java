package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.JailSpec;
import java.util.List;

/**
 * The profile by which macOS confines a program (sandbox-exec(1)): everything is allowed but what a rule denies, and of
 * rules that apply the last one counts. Pure.
 *
 * @param writable what can be written
 * @param kept what of that cannot
 * @param denied what can be neither read nor written
 * @param network whether the network can be reached
 * @param subprocesses whether further programs can be started
 */
record SeatbeltProfile(
        List<HostPath> writable,
        List<HostPath> kept,
        List<HostPath> denied,
        boolean network,
        JailSpec.Subprocesses subprocesses) {

    /** Copies the lists. */
    SeatbeltProfile {
        writable = List.copyOf(writable);
        kept = List.copyOf(kept);
        denied = List.copyOf(denied);
    }

    /** The profile in its language, a dialect of Scheme. */
    String text() {
        StringBuilder text = new StringBuilder("(version 1)\n(allow default)\n");
        if (!network) {
            text.append("(deny network*)\n");
        }
        if (subprocesses == JailSpec.Subprocesses.DENIED) {
            text.append("(deny process-fork)\n"); // to deny process-exec would deny the program itself
        }
        text.append("(deny file-write*)\n(allow file-write* (literal \"/dev/null\"))\n");
        writable.forEach(path -> rule(text, "allow file-write*", path));
        kept.forEach(path -> rule(text, "deny file-write*", path));
        denied.forEach(path -> rule(text, "deny file-read* file-write*", path));
        return text.toString();
    }

    private static void rule(StringBuilder text, String what, HostPath path) {
        text.append('(').append(what).append(" (subpath ").append(quote(path)).append("))\n");
    }

    /** A string of Scheme: only the quote and the backslash mean something in one. */
    private static String quote(HostPath path) {
        return '"' + path.value().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
