package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spec.Text;
import java.io.IOException;

/** Turns the error of a file operation into what it means. */
final class FileFailure {

    private FileFailure() {}

    static TinyboxException of(Object path, SyscallException e) {
        return switch (e.errno()) {
            case ENOENT -> failure(ErrorCode.FILE_NOT_FOUND, path, "does not exist", "check the path");
            case ENOTDIR, ELOOP, EISDIR -> wrongType(path);
            default ->
                failure(
                        ErrorCode.FILE_FAILED,
                        path,
                        "cannot be used: " + e.getMessage(),
                        "check permissions and free space");
        };
    }

    /** Of the workspace itself, whose path is the caller's: links in it are followed. */
    static TinyboxException ofRoot(String directory, SyscallException e) {
        return switch (e.errno()) {
            case ENOENT ->
                failure(ErrorCode.FILE_NOT_FOUND, "workspace", directory, "does not exist", "make it, or name another");
            case ENOTDIR ->
                failure(ErrorCode.FILE_WRONG_TYPE, "workspace", directory, "is no directory", "name a directory");
            default -> of(directory, e);
        };
    }

    static TinyboxException of(Object path, IOException e) {
        return failure(
                ErrorCode.FILE_FAILED, path, "cannot be used: " + Text.reason(e), "check permissions and free space");
    }

    static TinyboxException wrongType(Object path) {
        return failure(
                ErrorCode.FILE_WRONG_TYPE,
                path,
                "is not of the type needed, or leads through a link",
                "links are not followed; name the file itself");
    }

    static TinyboxException tooLarge(Object path, String fault) {
        return failure(ErrorCode.FILE_TOO_LARGE, path, fault, "split it");
    }

    private static TinyboxException failure(ErrorCode code, Object path, String fault, String remedy) {
        return failure(code, "workspace file", path, fault, remedy);
    }

    private static TinyboxException failure(ErrorCode code, String what, Object path, String fault, String remedy) {
        return TinyboxException.of(code, what + " '" + Text.printable(path.toString()) + "' " + fault)
                .remedy(remedy)
                .build();
    }
}
