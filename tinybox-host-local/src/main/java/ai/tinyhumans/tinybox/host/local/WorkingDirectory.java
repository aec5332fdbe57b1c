package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spec.Text;

/** Opens working directories before a program starts, so that a bad one is never blamed on the program. */
final class WorkingDirectory {

    private WorkingDirectory() {}

    /** Opens a directory. Looking up "." in it takes the same permission as entering it (path_resolution(7)). */
    static int open(String path) {
        try {
            return Fd.open(Text.encode(path + "/."), Fd.O_PATH | Fd.O_DIRECTORY);
        } catch (SyscallException e) {
            throw switch (e.errno()) {
                case ENOENT, ELOOP, ENAMETOOLONG ->
                    failure(ErrorCode.LAUNCH_CWD_MISSING, path, "does not exist", "make it, or choose another");
                case ENOTDIR ->
                    failure(ErrorCode.LAUNCH_CWD_NOT_DIRECTORY, path, "is not a directory", "choose a directory");
                case EACCES ->
                    failure(
                            ErrorCode.LAUNCH_CWD_FORBIDDEN,
                            path,
                            "may not be entered",
                            "grant this user search permission on it and on every directory above it");
                default -> LaunchFailure.ofMachine(e);
            };
        }
    }

    private static TinyboxException failure(ErrorCode code, String path, String fault, String remedy) {
        return TinyboxException.of(code, "working directory '" + Text.printable(path) + "' " + fault)
                .remedy(remedy)
                .build();
    }
}
