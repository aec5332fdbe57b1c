package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.host.local.syscall.Errno;
import ai.tinyhumans.tinybox.spec.Text;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Why a command in namespaces was not started. */
final class BubblewrapFailure {

    /** How bubblewrap's last words end if there was too little of something: it speaks English, having no locale. */
    private static final List<String> FULL = List.of(
            "Cannot allocate memory",
            "Resource temporarily unavailable",
            "Too many open files",
            "No space left on device");

    /** A line of {@code --json-status-fd}, which may stand beside its words. */
    private static final Pattern STATUS = Pattern.compile("(?m)^\\{ .*\\R?");

    private BubblewrapFailure() {}

    /** A file that the kernel did not execute. */
    static TinyboxException ofExec(Errno errno, String program, Predicate<String> isDirectory) {
        String quoted = "program '" + Text.printable(program) + "' ";
        return switch (errno) {
            case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG ->
                failure(
                        ErrorCode.LAUNCH_NOT_FOUND,
                        quoted + "is not in the box, or the interpreter or loader it names is not",
                        "a box has the host's system directories and its workspace; grant what else is needed");
            case EACCES, EPERM ->
                isDirectory.test(program)
                        ? failure(ErrorCode.LAUNCH_IS_DIRECTORY, quoted + "is a directory", "name a program in it")
                        : failure(ErrorCode.LAUNCH_NOT_EXECUTABLE, quoted + "may not be executed", "chmod +x it");
            case ENOEXEC ->
                failure(
                        ErrorCode.LAUNCH_NOT_EXECUTABLE,
                        quoted + "is in no executable format",
                        "begin a script with '#!' and its interpreter, or run the interpreter itself");
            case E2BIG ->
                failure(
                        ErrorCode.LAUNCH_ARGUMENTS_TOO_LONG,
                        quoted + "got more arguments and environment than the kernel takes",
                        "pass data through standard input or a file");
            case ETXTBSY ->
                failure(ErrorCode.LAUNCH_TEXT_BUSY, quoted + "is open for writing", "close it before running it");
            default -> ofMachine(errno, quoted + "could not be executed");
        };
    }

    /** A working directory that could not be entered. */
    static TinyboxException ofChdir(Errno errno, String directory) {
        String quoted = "working directory '" + Text.printable(directory) + "' ";
        return switch (errno) {
            case ENOENT ->
                failure(
                        ErrorCode.LAUNCH_CWD_MISSING,
                        quoted + "does not exist in the box",
                        "make it, or choose another");
            case ENOTDIR ->
                failure(ErrorCode.LAUNCH_CWD_NOT_DIRECTORY, quoted + "is not a directory", "choose a directory");
            case EACCES ->
                failure(
                        ErrorCode.LAUNCH_CWD_FORBIDDEN,
                        quoted + "may not be entered",
                        "grant this user search permission on it and on every directory above it");
            default -> ofMachine(errno, quoted + "could not be entered");
        };
    }

    private static TinyboxException ofMachine(Errno errno, String message) {
        boolean full = errno == Errno.ENOMEM || errno == Errno.EAGAIN || errno == Errno.ENFILE;
        return failure(
                full ? ErrorCode.LAUNCH_NO_ROOM : ErrorCode.LAUNCH_FAILED,
                message + " (" + errno + ")",
                full ? "run less at once, or give the box more" : "look up the error in execve(2)");
    }

    /**
     * A box that was not set up.
     *
     * @param exit the exit of bubblewrap
     * @param stderr its words, unless they are in the report
     */
    static TinyboxException ofSetUp(Exit exit, byte[] stderr, byte[] report) {
        String aside =
                STATUS.matcher(new String(report, StandardCharsets.UTF_8)).replaceAll("");
        byte[] words = stderr.length > 0 ? stderr : aside.getBytes(StandardCharsets.UTF_8);
        String all = new String(words, StandardCharsets.UTF_8).strip();
        boolean full = FULL.stream().anyMatch(all::endsWith);
        return TinyboxException.of(
                        full ? ErrorCode.LAUNCH_NO_ROOM : ErrorCode.LAUNCH_FAILED,
                        "bubblewrap did not set the box up (" + exit + ")")
                .stderr(words)
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
