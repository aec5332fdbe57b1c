package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.spec.Placement;
import ai.tinyhumans.tinybox.spec.SandboxRef;
import picocli.CommandLine.Option;

/** Whose snapshots: they belong to no box any more. */
final class SnapshotPlace {

    @Option(
            names = "--sandbox",
            paramLabel = "NAME",
            defaultValue = "docker",
            description = "whose snapshots; docker's unless given")
    private SandboxRef sandbox;

    SandboxRef sandbox() {
        return sandbox;
    }

    Placement placement(Session session) {
        return new Placement(session.host(), sandbox);
    }
}
