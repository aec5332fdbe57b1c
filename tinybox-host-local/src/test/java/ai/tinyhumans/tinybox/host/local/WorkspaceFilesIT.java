package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.testkit.Facility;
import ai.tinyhumans.tinybox.testkit.FilesContract;
import ai.tinyhumans.tinybox.testkit.Requires;

@Requires(Facility.LAUNCH)
class WorkspaceFilesIT extends FilesContract {

    @Override
    protected Placement placement() {
        return Placement.of("local", "passthrough");
    }

    @Override
    protected int attempts() {
        return 3000;
    }
}
