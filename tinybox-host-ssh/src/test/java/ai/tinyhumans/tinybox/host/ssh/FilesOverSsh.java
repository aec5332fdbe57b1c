package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.Tinybox;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spi.HostProvider;
import ai.tinyhumans.tinybox.testkit.FilesContract;

/** Workspace files on the other side of ssh: what holds of those here. */
abstract class FilesOverSsh extends FilesContract {

    /** The host, by the name {@code ssh}. */
    abstract HostProvider host();

    @Override
    protected Tinybox.Builder tinyboxBuilder() {
        return Tinybox.builder().host(host());
    }

    @Override
    protected Placement placement() {
        return Placement.of("ssh", "passthrough");
    }

    @Override
    protected String rest() {
        return "sleep 0.2";
    }

    @Override
    protected int attempts() {
        return 60;
    }
}
