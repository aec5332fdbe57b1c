package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.host.local.syscall.Errno;
import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.Text;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Turns the error of an execve(2) that failed into what it means. */
final class LaunchFailure {

    /** The kernel reads this much of a script's first line (BINPRM_BUF_SIZE, linux/binfmts.h). */
    private static final int FIRST_LINE_BYTES = 256;

    private LaunchFailure() {}

    /** A file that was tried and did not start. The working directory is known to be good by now. */
    static TinyboxException of(String path, int directory, SyscallException e) {
        return switch (e.errno()) {
            case ENOENT -> Fd.exists(directory, Text.encode(path)) ? badInterpreter(path, directory) : notFound(path);
            case ENOTDIR, ELOOP, ENAMETOOLONG -> notFound(path);
            case EACCES, EISDIR, EPERM -> forbidden(path, directory);
            case ENOEXEC ->
                failure(
                        ErrorCode.LAUNCH_NOT_EXECUTABLE,
                        path,
                        "is in no executable format",
                        "begin a script with '#!' and its interpreter, or run the interpreter itself");
            case E2BIG ->
                failure(
                        ErrorCode.LAUNCH_ARGUMENTS_TOO_LONG,
                        path,
                        "got more arguments and environment than the kernel takes",
                        "pass data through standard input or a file");
            case ETXTBSY ->
                failure(ErrorCode.LAUNCH_TEXT_BUSY, path, "is open for writing", "close it before running it");
            default -> ofMachine(e);
        };
    }

    /** A step that failed for want of something, or in a way that no program is to blame for. */
    static TinyboxException ofMachine(SyscallException e) {
        boolean full = e.errno() == Errno.EAGAIN
                || e.errno() == Errno.ENOMEM
                || e.errno() == Errno.EMFILE
                || e.errno() == Errno.ENFILE;
        return TinyboxException.of(
                        full ? ErrorCode.LAUNCH_NO_ROOM : ErrorCode.LAUNCH_FAILED,
                        "the program could not be started: " + e.getMessage())
                .remedy(
                        full
                                ? "run fewer processes at once, or raise 'ulimit -u' and 'ulimit -n'"
                                : "look up the error in the manual page of the call")
                .cause(e)
                .build();
    }

    static TinyboxException notInPath(String name, Env env) {
        String path = env.variables().get("PATH");
        return TinyboxException.of(
                        ErrorCode.LAUNCH_NOT_FOUND,
                        "program '" + Text.printable(name) + "' is not in "
                                + (path == null ? "PATH: the command has none" : "PATH '" + Text.printable(path) + "'"))
                .remedy("give its path, or set PATH for the command")
                .build();
    }

    private static TinyboxException notFound(String path) {
        return failure(ErrorCode.LAUNCH_NOT_FOUND, path, "does not exist", "check the path");
    }

    private static TinyboxException forbidden(String path, int directory) {
        if (inspect(path, directory, file -> Files.isDirectory(file)).orElse(false)) {
            return failure(ErrorCode.LAUNCH_IS_DIRECTORY, path, "is a directory", "name a program in it");
        }
        return failure(
                ErrorCode.LAUNCH_NOT_EXECUTABLE,
                path,
                "may not be executed",
                "chmod +x it, check its mount, or let the box read it");
    }

    private static TinyboxException badInterpreter(String path, int directory) {
        String interpreter = inspect(path, directory, LaunchFailure::firstLine)
                .filter(line -> line.startsWith("#!"))
                .map(line -> "interpreter '" + Text.printable(line.substring(2).strip()) + "'")
                .orElse("loader");
        return failure(
                ErrorCode.LAUNCH_BAD_INTERPRETER,
                path,
                "exists, but its " + interpreter + " does not",
                "install the interpreter, or correct the first line of the script");
    }

    private static TinyboxException failure(ErrorCode code, String path, String fault, String remedy) {
        return TinyboxException.of(code, "program '" + Text.printable(path) + "' " + fault)
                .remedy(remedy)
                .build();
    }

    private static String firstLine(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            String start = new String(in.readNBytes(FIRST_LINE_BYTES), StandardCharsets.UTF_8);
            return start.lines().findFirst().orElse("");
        }
    }

    /** Looks at a file through a handle, so that its name needs no encoding that this JVM's locale may lack. */
    private static <T> Optional<T> inspect(String path, int directory, Look<T> look) {
        try (Scope scope = new Scope()) {
            int fd = scope.add(Fd.openat(directory, Text.encode(path), Fd.O_PATH, 0));
            return Optional.of(look.at(Path.of("/proc/self/fd/" + fd)));
        } catch (SyscallException | IOException unknown) {
            return Optional.empty();
        }
    }

    private interface Look<T> {
        T at(Path file) throws IOException;
    }
}
