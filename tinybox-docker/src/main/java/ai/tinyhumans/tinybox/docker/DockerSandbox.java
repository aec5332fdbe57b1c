package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.capability.SandboxCapabilities;
import ai.tinyhumans.tinybox.capability.SnapshotSupport;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.spec.PortMapping;
import ai.tinyhumans.tinybox.spec.SnapshotId;
import ai.tinyhumans.tinybox.spi.Entrance;
import ai.tinyhumans.tinybox.spi.InnerSupervisor;
import ai.tinyhumans.tinybox.spi.Inside;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Sandbox;
import ai.tinyhumans.tinybox.spi.SandboxContext;
import ai.tinyhumans.tinybox.spi.Standby;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.BoxState;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Boxes that are containers. Thread-safe. */
final class DockerSandbox implements Sandbox {

    /** How long a container may be on its way out before its removal counts as failed: unmounting can take seconds. */
    private static final long REMOVAL_NANOS = TimeUnit.SECONDS.toNanos(20);

    private static final long REMOVAL_PAUSE_MILLIS = 100;

    private final String namespace;
    private final String base;
    private final DockerCli cli;
    private final AtomicReference<@Nullable SandboxCapabilities> capabilities = new AtomicReference<>();

    DockerSandbox(SandboxContext context, String namespace, String base) {
        this.namespace = namespace;
        this.base = base;
        this.cli = new DockerCli(context);
    }

    /** Asks the daemon once: what it can limit does not change while it runs. */
    @Override
    public SandboxCapabilities capabilities() {
        SandboxCapabilities known = capabilities.get();
        if (known == null) {
            try {
                DockerInfo info = cli.info();
                known = info.capabilities(info.mayLimitDisk() && cli.limitsDisk());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw TinyboxException.of(
                                ErrorCode.PROVIDER_UNUSABLE,
                                "interrupted while the docker daemon was asked what it can")
                        .remedy("try again")
                        .build();
            }
            capabilities.set(known);
        }
        return known;
    }

    private String name(BoxRecord box) {
        return "tinybox-" + namespace + "-" + box.id();
    }

    @Override
    public void create(BoxRecord box) throws InterruptedException {
        refuseAllowlist(box);
        new Creation(cli, box, way(box), base).run();
    }

    private static void refuseAllowlist(BoxRecord box) {
        boolean allowlist = box.spec().network().match(() -> false, () -> false, list -> true, () -> false);
        if (allowlist) {
            throw TinyboxException.of(
                            ErrorCode.CONSTRAINT_NOT_ENFORCED, "docker does not enforce an egress allowlist on network")
                    .placement(box.spec().workspace())
                    .remedy("choose a sandbox that enforces allowlists, or deny the network")
                    .build();
        }
    }

    @Override
    public LaunchPlan plan(BoxRecord box, Command command) {
        refuseAllowlist(box);
        DockerEntrance way = way(box);
        Inside run = InnerSupervisor.run(command, box.spec().env().plus(command.env()));
        return way.enter(run)
                .standingBy(new Standby(
                        () -> way.enter(InnerSupervisor.standby()), marker -> InnerSupervisor.request(run, marker)));
    }

    @Override
    public Optional<Entrance> entrance(BoxRecord box) {
        return Optional.of(way(box));
    }

    private DockerEntrance way(BoxRecord box) {
        return new DockerEntrance(cli, name(box));
    }

    @Override
    public BoxState inspect(BoxRecord box) throws InterruptedException {
        return ours(box).map(DockerInspect::state).orElse(BoxState.ARCHIVED);
    }

    /** The container of a box; none if somebody else's has its name. */
    private Optional<DockerInspect> ours(BoxRecord box) throws InterruptedException {
        return cli.inspect(name(box))
                .filter(found -> found.box().equals(box.id().value()));
    }

    @Override
    public void destroy(BoxRecord box) throws InterruptedException {
        try {
            remove(box);
        } catch (TinyboxException e) {
            throw TinyboxException.of(
                            ErrorCode.CLEANUP_FAILED,
                            "container '" + name(box) + "' could not be removed: " + e.getMessage())
                    .placement(box.spec().workspace())
                    .remedy("try again when docker answers")
                    .cause(e)
                    .build();
        }
    }

    private void remove(BoxRecord box) throws InterruptedException {
        long deadline = System.nanoTime() + REMOVAL_NANOS;
        for (Optional<DockerInspect> found = ours(box); found.isPresent(); found = ours(box)) {
            List<String> argv = DockerArgs.remove(found.get().id());
            ExecResult result = cli.run(argv, DockerCli.PATIENCE);
            if (!result.exit().isSuccess() && System.nanoTime() > deadline) {
                throw DockerCli.failure(argv, result);
            }
            if (!result.exit().isSuccess()) { // somebody else's removal is in progress
                TimeUnit.MILLISECONDS.sleep(REMOVAL_PAUSE_MILLIS);
            }
        }
    }

    @Override
    public Optional<String> workspaceDirectory(BoxRecord box) {
        return box.spec()
                .source()
                .match(
                        directory -> Optional.of(directory.path()),
                        image -> Optional.empty(),
                        snapshot -> Optional.empty(),
                        repository -> Optional.empty());
    }

    @Override
    public void pause(BoxRecord box) throws InterruptedException {
        cli.demand(DockerArgs.pause(name(box)));
    }

    @Override
    public void resume(BoxRecord box) throws InterruptedException {
        cli.demand(DockerArgs.unpause(name(box)));
    }

    @Override
    public SnapshotId snapshot(BoxRecord box, SnapshotSupport content) throws InterruptedException {
        return DockerSnapshots.id(cli.demand(DockerArgs.commit(name(box), box.id()), Duration.ofMinutes(10)));
    }

    @Override
    public List<SnapshotId> snapshots() throws InterruptedException {
        return DockerSnapshots.ids(cli.demand(DockerArgs.snapshots()));
    }

    @Override
    public void deleteSnapshot(SnapshotId snapshot) throws InterruptedException {
        List<String> argv = DockerArgs.removeImage(DockerSnapshots.image(snapshot));
        ExecResult result = cli.run(argv, DockerCli.PATIENCE);
        if (!result.exit().isSuccess() && !DockerCli.isAbsent(result)) {
            throw TinyboxException.of(ErrorCode.CLEANUP_FAILED, "snapshot '" + snapshot + "' could not be removed")
                    .stderr(result.stderr())
                    .remedy("destroy the boxes and delete the snapshots that were made from it first")
                    .build();
        }
    }

    @Override
    public SortedSet<PortMapping> ports(BoxRecord box) throws InterruptedException {
        return ours(box).map(DockerInspect::ports).orElseGet(Collections::emptySortedSet);
    }
}
