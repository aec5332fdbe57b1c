package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;

/** So does one in the reserve of a box that denies and protects. */
@Requires(Facility.BUBBLEWRAP)
class KeepingReserveContractIT extends NamespaceReserveContractIT {

    @BeforeEach
    void makeWhatIsKept() throws IOException {
        Files.createDirectories(workspace.resolve(".git/hooks"));
        Files.createDirectory(workspace.resolve(".keys"));
        Files.writeString(workspace.resolve(".env"), "the secret\n");
    }

    @Override
    protected Grants grants() {
        return Grants.NONE.protect(".git/hooks").denyRead(workspace + "/.keys", workspace + "/.env");
    }
}
