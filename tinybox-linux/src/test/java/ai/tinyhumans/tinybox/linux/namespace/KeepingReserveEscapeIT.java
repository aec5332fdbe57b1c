package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;

/** Nor does one in the reserve of a box that denies and protects. */
@Requires({Facility.BUBBLEWRAP, Facility.PYTHON})
class KeepingReserveEscapeIT extends NamespaceReserveEscapeIT {

    @BeforeEach
    void makeWhatIsKept() throws IOException {
        Files.createDirectory(workspace.resolve(".hooks"));
        Files.createDirectory(workspace.resolve(".keys"));
        Files.writeString(workspace.resolve(".env"), "the secret\n");
    }

    @Override
    protected Grants grants() {
        return Grants.NONE.protect(".hooks").denyRead(workspace + "/.keys", workspace + "/.env");
    }
}
