package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.spec.Grants;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a box of these tests denies and protects in its workspace: a file and a directory, and a directory of hooks. */
final class Kept {

    private Kept() {}

    static void make(Path workspace, String hooks) throws IOException {
        Files.createDirectories(workspace.resolve(hooks));
        Files.createDirectory(workspace.resolve(".keys"));
        Files.writeString(workspace.resolve(".env"), "the secret\n");
    }

    static Grants grants(Path workspace, String hooks) {
        return Grants.NONE.protect(hooks).denyRead(workspace + "/.keys", workspace + "/.env");
    }
}
