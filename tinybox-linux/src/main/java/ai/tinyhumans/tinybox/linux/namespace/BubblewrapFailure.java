package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.spec.Text;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

/** Turns the last words of bubblewrap into what they mean. It speaks English, since its environment names no language. */
final class BubblewrapFailure {

    private static final String EXEC = "bwrap: execvp ";
    private static final String CHDIR = "bwrap: Can't chdir to ";

    private BubblewrapFailure() {}

    /**
     * Why a command was not started.
     *
     * @param exit the exit of bubblewrap
     * @param isDirectory tells of a path in the box whether it is one
     */
    static TinyboxException of(Exit exit, byte[] stderr, String program, Predicate<String> isDirectory) {
        String words = new String(stderr, StandardCharsets.UTF_8).strip();
        String last = words.substring(words.lastIndexOf('\n') + 1);
        String errno = last.substring(last.lastIndexOf(": ") + 1).strip();
        if (last.startsWith(EXEC)) {
            return ofExec(errno, program, isDirectory, exit, stderr);
        }
        if (last.startsWith(CHDIR)) {
            return ofChdir(errno, last.substring(CHDIR.length(), last.length() - errno.length() - 2), exit, stderr);
        }
        return ofSetUp(errno, exit, stderr);
    }

    private static TinyboxException ofExec(
            String errno, String program, Predicate<String> isDirectory, Exit exit, byte[] stderr) {
        String quoted = "program '" + Text.printable(program) + "' ";
        return switch (errno) {
            case "No such file or directory", "Not a directory" ->
                failure(
                        ErrorCode.LAUNCH_NOT_FOUND,
                        quoted + "is not in the box, or the interpreter or loader it names is not",
                        "a box has the host's system directories and its workspace; grant what else is needed");
            case "Permission denied" ->
                isDirectory.test(program)
                        ? failure(ErrorCode.LAUNCH_IS_DIRECTORY, quoted + "is a directory", "name a program in it")
                        : failure(ErrorCode.LAUNCH_NOT_EXECUTABLE, quoted + "may not be executed", "chmod +x it");
            case "Exec format error" ->
                failure(
                        ErrorCode.LAUNCH_NOT_EXECUTABLE,
                        quoted + "is in no executable format",
                        "begin a script with '#!' and its interpreter, or run the interpreter itself");
            case "Argument list too long" ->
                failure(
                        ErrorCode.LAUNCH_ARGUMENTS_TOO_LONG,
                        quoted + "got more arguments and environment than the kernel takes",
                        "pass data through standard input or a file");
            case "Text file busy" ->
                failure(ErrorCode.LAUNCH_TEXT_BUSY, quoted + "is open for writing", "close it before running it");
            default -> ofSetUp(errno, exit, stderr);
        };
    }

    private static TinyboxException ofChdir(String errno, String directory, Exit exit, byte[] stderr) {
        String quoted = "working directory '" + Text.printable(directory) + "' ";
        return switch (errno) {
            case "No such file or directory" ->
                failure(
                        ErrorCode.LAUNCH_CWD_MISSING,
                        quoted + "does not exist in the box",
                        "make it, or choose another");
            case "Not a directory" ->
                failure(ErrorCode.LAUNCH_CWD_NOT_DIRECTORY, quoted + "is not a directory", "choose a directory");
            case "Permission denied" ->
                failure(
                        ErrorCode.LAUNCH_CWD_FORBIDDEN,
                        quoted + "may not be entered",
                        "grant this user search permission on it and on every directory above it");
            default -> ofSetUp(errno, exit, stderr);
        };
    }

    private static TinyboxException ofSetUp(String errno, Exit exit, byte[] stderr) {
        boolean full = switch (errno) {
            case "Cannot allocate memory",
                    "Resource temporarily unavailable",
                    "Too many open files",
                    "No space left on device" -> true;
            default -> false;
        };
        return TinyboxException.of(
                        full ? ErrorCode.LAUNCH_NO_ROOM : ErrorCode.LAUNCH_FAILED,
                        "bubblewrap did not set the box up (" + exit + ")")
                .stderr(stderr)
                .remedy(
                        full
                                ? "run fewer processes at once, or raise the box's limit on them, 'ulimit -u', and"
                                        + " user.max_user_namespaces"
                                : "see that the workspace and every granted path exist; 'tinybox doctor' tells what else"
                                        + " may be in the way")
                .build();
    }

    private static TinyboxException failure(ErrorCode code, String message, String remedy) {
        return TinyboxException.of(code, message).remedy(remedy).build();
    }
}
