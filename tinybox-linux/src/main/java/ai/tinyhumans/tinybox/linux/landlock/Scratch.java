package ai.tinyhumans.tinybox.linux.landlock;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.host.local.syscall.Directory;
import ai.tinyhumans.tinybox.host.local.syscall.Errno;
import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spec.WorkspacePath;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.WorkspaceFiles;
import ai.tinyhumans.tinybox.store.BoxRecord;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * The directory for temporary files of one box, which nobody else may enter. Its name follows from the box's record, so
 * that any JVM finds it.
 *
 * @param name in {@value #PARENT}
 */
record Scratch(String name) {

    /** Where the standard has temporary files, whatever TMPDIR says in one JVM or another. */
    static final String PARENT = "/tmp";

    /** 64 bits of a digest: two boxes of one name, workspace and birth share them, and no others do. */
    private static final int DIGEST_BYTES = 8;

    static Scratch of(BoxRecord box, String workspace) {
        String birth = box.createdAt().map(Object::toString).orElse("");
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(String.join("\n", box.id().toString(), birth, workspace)
                            .getBytes(StandardCharsets.UTF_8));
            return new Scratch("tinybox-" + HexFormat.of().formatHex(digest, 0, DIGEST_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JVM has SHA-256", e);
        }
    }

    String path() {
        return PARENT + "/" + name;
    }

    /**
     * Makes it.
     *
     * @throws TinyboxException {@code file.failed} if it cannot be made, or is there already: somebody guessed its name
     */
    void make() {
        int parent = Fd.open(PARENT, Fd.O_PATH | Fd.O_DIRECTORY);
        try {
            Directory.mkdirat(parent, name.getBytes(StandardCharsets.US_ASCII), 0700);
        } catch (SyscallException e) {
            throw TinyboxException.of(
                            ErrorCode.FILE_FAILED,
                            "the box's directory for temporary files '" + path() + "' cannot be made: "
                                    + e.getMessage())
                    .remedy(
                            e.errno() == Errno.EEXIST
                                    ? "remove it, if nobody uses it"
                                    : "see that " + PARENT + " can be written and has room")
                    .build();
        } finally {
            Fd.close(parent);
        }
    }

    /** Removes it with all it holds; one that is gone is removed. */
    void remove(Host host) {
        try (WorkspaceFiles files = host.openWorkspace(PARENT)) {
            files.remove(new WorkspacePath(List.of(name)));
        } catch (TinyboxException e) {
            if (e.code() != ErrorCode.FILE_NOT_FOUND) {
                throw TinyboxException.of(
                                ErrorCode.CLEANUP_FAILED,
                                "the box's directory for temporary files '" + path() + "' cannot be removed: "
                                        + e.getMessage())
                        .remedy("remove it as its owner, then try again")
                        .cause(e)
                        .build();
            }
        }
    }
}
