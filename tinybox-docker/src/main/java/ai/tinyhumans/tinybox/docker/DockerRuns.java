package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.LimitKind;
import ai.tinyhumans.tinybox.exec.Outcome;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.SandboxContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Runs single commands in containers of their own, on one host, and cleans up after those of others. Thread-safe. */
public final class DockerRuns {

    private final SandboxContext context;
    private final DockerCli cli;

    /** Makes runs on a host, as {@code Tinybox.on} gives it. */
    public DockerRuns(SandboxContext context) {
        this.context = context;
        this.cli = new DockerCli(context);
    }

    /**
     * Runs a command to its end and removes its container. Output beyond 1 MiB ends it.
     *
     * @throws TinyboxException {@code argument.invalid} if network or mounts weaken the isolation;
     *     {@code constraint.not_enforced} if podman cannot limit it; {@code provider.unusable},
     *     {@code source.*} or {@code host.failed} if docker did not start it; {@code exec.connection_lost} if the docker
     *     command was killed; {@code cleanup.failed} if the container could not be removed
     * @throws InterruptedException if the thread is interrupted; the container is removed
     */
    public ExecResult run(DockerRun run) throws InterruptedException {
        List<HostPath> mounted = new ArrayList<>(run.readOnly());
        run.workspace().ifPresent(mounted::add);
        DockerPolicy.requireNone(weaknesses(run.network(), mounted));
        Dialect dialect = cli.info().dialect();
        dialect.requireLimits();
        String name = "tinybox-run-" + UUID.randomUUID();
        Optional<String> user = run.workspace().isPresent()
                ? Optional.of(cli.owner(run.workspace().get().value()))
                : Optional.empty();
        try {
            return settle(name, context.run(plan(run, name, user, dialect), Stdin.none(), run.timeout()));
        } finally {
            remove(name);
        }
    }

    private LaunchPlan plan(DockerRun run, String name, Optional<String> user, Dialect dialect) {
        Map<String, String> carried = new LinkedHashMap<>();
        run.env().variables().forEach((key, value) -> carried.put("TINYBOX_ENV_" + carried.size(), key + "=" + value));
        return cli.plan(DockerRunArgs.run(run, name, user, dialect), new Env(carried));
    }

    /** The container knows how the command ended, and whether it started at all; the docker command may be mistaken. */
    private ExecResult settle(String name, ExecResult result) throws InterruptedException {
        if (!(result.exit() instanceof Exit.Exited)) {
            if (result.exit() instanceof Exit.Signaled) {
                throw TinyboxException.of(
                                ErrorCode.EXEC_CONNECTION_LOST, "the docker command was killed (" + result.exit() + ")")
                        .stderr(result.stderr())
                        .remedy("run it again")
                        .build();
            }
            return result;
        }
        DockerInspect container = cli.inspect(name)
                .filter(found -> found.status().equals("exited"))
                .orElseThrow(() -> Creation.refusal(List.of("docker", "run"), result));
        Outcome own = result.outcome();
        Exit exit = container.outOfMemory()
                ? new Exit.LimitHit(LimitKind.MEMORY, container.memory())
                : new Exit.Exited(container.exitCode());
        return new ExecResult(new Outcome(exit, own.usage(), own.survivors()), result.stdout(), result.stderr());
    }

    private void remove(String name) throws InterruptedException {
        boolean interrupted = Thread.interrupted();
        try {
            List<String> argv = DockerArgs.remove(name);
            ExecResult removal = cli.run(argv, DockerCli.PATIENCE);
            if (!removal.exit().isSuccess() && !DockerCli.isAbsent(removal)) {
                throw TinyboxException.of(ErrorCode.CLEANUP_FAILED, "container '" + name + "' could not be removed")
                        .stderr(removal.stderr())
                        .remedy("remove it by its label when docker answers")
                        .build();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Lists every way in which a network mode and mounts weaken the isolation of a container, by what the paths lead to on
     * the host. Asks no daemon. A path that leads nowhere is taken as it is.
     */
    public List<String> weaknesses(String network, List<HostPath> mounts) throws InterruptedException {
        return DockerPolicy.weaknesses(network, cli.resolve(mounts));
    }

    /**
     * The version of the daemon, if it answers in time.
     *
     * @param deadline how long it may take
     */
    public Optional<String> status(Duration deadline) throws InterruptedException {
        try {
            return Optional.of(
                    DockerInfo.parse(cli.demand(DockerArgs.info(), deadline)).version());
        } catch (TinyboxException e) {
            return Optional.empty();
        }
    }

    /**
     * Removes all containers with a label, running or not.
     *
     * @param label {@code key=value}
     * @return how many there were
     * @throws TinyboxException {@code argument.invalid}; {@code provider.unusable}, {@code host.failed} if docker did not
     */
    public int cleanUp(String label, Duration deadline) throws InterruptedException {
        DockerRun.checkLabel(label);
        List<String> ids = new String(cli.demand(DockerRunArgs.labelled(label), deadline), StandardCharsets.US_ASCII)
                .lines()
                .filter(line -> line.matches("[0-9a-f]{64}"))
                .toList();
        if (!ids.isEmpty()) {
            var unused = cli.demand(DockerRunArgs.removeAll(ids), deadline);
        }
        return ids.size();
    }
}
