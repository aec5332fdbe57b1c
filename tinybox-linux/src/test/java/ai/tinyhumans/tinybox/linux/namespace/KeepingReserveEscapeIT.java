package ai.tinyhumans.tinybox.linux.namespace;

import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.Requires;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;

/** Nor does one in the reserve of a box that denies and protects. */
@Requires({Facility.BUBBLEWRAP, Facility.PYTHON})
class KeepingReserveEscapeIT extends NamespaceReserveEscapeIT {

    private static final String HOOKS = ".hooks";

    @BeforeEach
    void makeWhatIsKept() throws IOException {
        Kept.make(workspace, HOOKS);
    }

    @Override
    protected Grants grants() {
        return Kept.grants(workspace, HOOKS);
    }
}
