package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.bus.json.Json;
import ai.tinyhumans.tinybox.host.ssh.sync.SyncLimits;
import ai.tinyhumans.tinybox.host.ssh.sync.SyncReport;
import ai.tinyhumans.tinybox.host.ssh.sync.WorkspaceSync;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.HostRef;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tinybox sync}: a directory here, made the same on another machine. */
@Command(
        name = "sync",
        description = "Make a directory of a machine hold the files of one here: what changed is sent, what is gone is "
                + "removed. .gitignore and then .boxignore in its root say what stays here.")
final class SyncCommand extends MachineCommand {

    @Parameters(paramLabel = "DIR", description = "the directory here")
    private Path directory;

    @Option(
            names = "--to",
            paramLabel = "DIR",
            description = "the directory there; ~/.tinybox/workspaces/ and the name of the one here unless given")
    private @Nullable HostPath destination;

    @Override
    int run(Session session) throws IOException, InterruptedException {
        HostRef there = machine().orElseThrow().required();
        WorkspaceSync sync = destination == null
                ? WorkspaceSync.inHome(session.tinybox().on(there), nameOfDirectory(), SyncLimits.DEFAULT)
                : new WorkspaceSync(session.tinybox().on(there), destination, SyncLimits.DEFAULT);
        HostPath to = sync.destination();
        SyncReport report = run(session, sync);
        session.tell(
                Json.object()
                        .put("fingerprint", report.fingerprint().hex())
                        .put("directory", to.value())
                        .put("files", report.files())
                        .put("sent", report.sent())
                        .put("bytes", report.bytes().bytes())
                        .put("removed", report.removed()),
                List.of(to + ": " + report.files() + " files, " + report.sent() + " sent (" + report.bytes() + "), "
                        + report.removed() + " removed"));
        return Status.OK;
    }

    private SyncReport run(Session session, WorkspaceSync sync) throws InterruptedException {
        try (ProgressLine line = new ProgressLine(session.console())) {
            return sync.run(directory, line);
        }
    }

    private String nameOfDirectory() {
        Path name = directory.toAbsolutePath().normalize().getFileName();
        return name == null ? "root" : name.toString();
    }
}
