package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.spec.HostRef;
import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.SandboxRef;
import picocli.CommandLine.Option;

/** Where snapshots are: they belong to no box any more. */
final class SnapshotPlace {

    @Option(
            names = "--host",
            paramLabel = "NAME",
            defaultValue = "local",
            description = "which machine; local unless given")
    private HostRef host;

    @Option(
            names = "--sandbox",
            paramLabel = "NAME",
            defaultValue = "docker",
            description = "whose snapshots; docker's unless given")
    private SandboxRef sandbox;

    Placement placement() {
        return new Placement(host, sandbox);
    }
}
