package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.host.local.syscall.Errno;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spec.WorkspacePath;
import java.io.IOException;
import java.nio.file.attribute.PosixFileAttributes;
import org.jspecify.annotations.Nullable;

/** Removes one entry with all below it, going on past what cannot be removed and reporting the first of it at the end. */
final class TreeRemoval {

    /** Each level keeps a descriptor open; deeper trees are not made by people. */
    private static final int MAX_DEPTH = 512;

    private final WorkspacePath path;
    private @Nullable TinyboxException firstFailure;

    TreeRemoval(WorkspacePath path) {
        this.path = path;
    }

    void remove(Handle parent, String name) {
        removeEntry(parent, name, 0);
        if (firstFailure != null) {
            throw firstFailure;
        }
    }

    private void removeEntry(Handle parent, String name, int depth) {
        try (Handle entry = parent.child(name)) {
            PosixFileAttributes attributes = entry.attributes();
            if (!attributes.isDirectory()) {
                parent.unlink(name);
                return;
            }
            if (depth == MAX_DEPTH) {
                throw FileFailure.tooLarge(path, "has directories more than " + MAX_DEPTH + " deep");
            }
            if (!attributes.permissions().containsAll(Permissions.OWNER_ALL)) {
                entry.makeAccessible();
            }
            for (String child : entry.names(Integer.MAX_VALUE - 1)) {
                removeEntry(entry, child, depth + 1);
            }
            parent.removeDirectory(name);
        } catch (SyscallException e) {
            if (depth == 0 || e.errno() != Errno.ENOENT) { // what the box removed meanwhile is removed
                note(FileFailure.of(path, e));
            }
        } catch (IOException e) {
            note(FileFailure.of(path, e));
        } catch (TinyboxException e) {
            note(e);
        }
    }

    private void note(TinyboxException failure) {
        if (firstFailure == null) {
            firstFailure = failure;
        }
    }
}
