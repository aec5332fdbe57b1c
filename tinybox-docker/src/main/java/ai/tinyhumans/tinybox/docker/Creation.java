package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.capability.Constraint;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.Resources;
import ai.tinyhumans.tinybox.store.BoxRecord;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One attempt to make the container of a box: it runs as asked and takes commands, or nothing of it is left. */
final class Creation {

    /** A pull of an image, or the clone of a repository, may be in it. */
    private static final Duration PATIENCE = Duration.ofMinutes(15);

    /** How often a name is tried that a container on its way out still has: after 100, 200, 400 … ms, 6 s together. */
    private static final int ATTEMPTS = 7;

    private static final Pattern CONFLICT = Pattern.compile("already in use by container|name .* is already in use");
    private static final Pattern PORT = Pattern.compile("port is already allocated|address already in use");
    private static final Pattern IMAGE = Pattern.compile(
            "pull access denied|manifest unknown|not found: manifest|no such image|failed to resolve reference"
                    + "|error response from daemon: get \"|repository does not exist|not found"
                    + "|initializing source|did not resolve to an alias|image not known",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern NO_SHELL =
            Pattern.compile("\"sh\": executable file not found|exec: \"sh\"|executable file `sh` not found");

    private final DockerCli cli;
    private final BoxRecord box;
    private final DockerEntrance way;
    private final String base;
    private final String name;
    private final String attempt = UUID.randomUUID().toString();

    /**
     * Makes an attempt.
     *
     * @param base the image around a source that is none
     */
    Creation(DockerCli cli, BoxRecord box, DockerEntrance way, String base) {
        this.cli = cli;
        this.box = box;
        this.way = way;
        this.base = base;
        this.name = way.name();
    }

    /**
     * Makes the container.
     *
     * @throws TinyboxException why not; {@code cleanup.failed} if something of it is left
     */
    void run() throws InterruptedException {
        DockerArgs.Making making = making();
        try {
            start(making);
            verify(making.source());
            fill(making.source());
        } catch (TinyboxException e) {
            undo(e);
            throw e;
        } catch (InterruptedException e) {
            undo(e);
            throw e;
        }
    }

    private DockerArgs.Making making() throws InterruptedException {
        Source source = Source.of(box.spec().source(), base);
        Dialect dialect = cli.info().dialect();
        dialect.requireNetwork(box);
        if (box.spec().demands().contains(Constraint.DISK) && writesToTheHost(source)) {
            throw TinyboxException.of(
                            ErrorCode.CONSTRAINT_NOT_ENFORCED,
                            "docker limits the files of a container, not those of the host it may write")
                    .placement(box.spec().workspace())
                    .step("create")
                    .remedy("start from an image or a repository without writable grants, or accept disk unlimited")
                    .build();
        }
        Optional<String> user = source.directory().isPresent()
                ? Optional.of(cli.owner(source.directory().get()))
                : Optional.empty();
        List<DockerArgs.Mount> mounts = Mounts.of(box.spec(), source);
        requireHarmless(mounts, Mounts.kept(box.spec(), source));
        return new DockerArgs.Making(dialect, name, attempt, source, mounts, user);
    }

    /** Checks mounts and what is protected by where they really lead, which one look tells of all. */
    private void requireHarmless(List<DockerArgs.Mount> mounts, List<HostPath> kept) throws InterruptedException {
        List<HostPath> shown =
                mounts.stream().map(mount -> new HostPath(mount.source())).toList();
        List<HostPath> real =
                cli.resolve(Stream.concat(shown.stream(), kept.stream()).toList());
        DockerPolicy.requireNone(DockerPolicy.weaknesses("none", real.subList(0, shown.size())));
        if (!kept.isEmpty()) { // then the first mount is that of the workspace
            Mounts.requireNoLinks(shown.get(0), real.get(0), kept, real.subList(shown.size(), real.size()));
        }
    }

    private boolean writesToTheHost(Source source) {
        return source.directory().isPresent() || !box.spec().grants().writable().isEmpty();
    }

    private void start(DockerArgs.Making making) throws InterruptedException {
        List<String> argv = DockerArgs.run(box.id(), box.spec(), making);
        ExecResult result = cli.run(argv, PATIENCE);
        for (int n = 1; n < ATTEMPTS && isHeldByOneGoing(result); n++) {
            TimeUnit.MILLISECONDS.sleep(50L << n);
            result = cli.run(argv, PATIENCE);
        }
        if (!result.exit().isSuccess()) {
            throw failure(argv, result);
        }
    }

    private boolean isHeldByOneGoing(ExecResult result) throws InterruptedException {
        return CONFLICT.matcher(result.stderrText()).find()
                && cli.inspect(name)
                        .map(holder -> holder.status().equals("removing"))
                        .orElse(true);
    }

    private TinyboxException failure(List<String> argv, ExecResult result) {
        if (CONFLICT.matcher(result.stderrText()).find()) {
            return error(
                    ErrorCode.BOX_DUPLICATE,
                    "another container has the name '" + name + "'",
                    "remove it if it is no box, or give this store a namespace of its own by "
                            + DockerProvider.NAMESPACE,
                    result);
        }
        return refusal(argv, result);
    }

    /** Why docker did not start a container. */
    static TinyboxException refusal(List<String> argv, ExecResult result) {
        String said = result.stderrText();
        if (PORT.matcher(said).find()) {
            return error(
                    ErrorCode.PORT_IN_USE,
                    "a port of the host is taken",
                    "publish on another, or let it choose",
                    result);
        }
        if (NO_SHELL.matcher(said).find()) {
            return error(ErrorCode.SOURCE_UNSUPPORTED, "the image has no shell", "choose one that has 'sh'", result);
        }
        if (IMAGE.matcher(said).find()) {
            return error(
                    ErrorCode.SOURCE_UNAVAILABLE,
                    "the image is not there and could not be fetched",
                    "see whether its name is right and the registry can be reached",
                    result);
        }
        return DockerCli.failure(argv, result);
    }

    private static TinyboxException error(ErrorCode code, String message, String remedy, ExecResult result) {
        return TinyboxException.of(code, message)
                .step("create")
                .stderr(result.stderr())
                .remedy(remedy)
                .build();
    }

    /** Sees that the container has its limits and takes commands: a kernel may lack one and docker only warn. */
    private void verify(Source source) throws InterruptedException {
        DockerInspect made = cli.inspect(name)
                .filter(found -> found.attempt().equals(attempt))
                .orElseThrow(() -> unfit("it was removed at once"));
        requireLimits(made);
        ExecResult check = cli.run(DockerArgs.selfCheck(name, source), DockerCli.PATIENCE);
        if (!check.exit().isSuccess()) {
            throw error(ErrorCode.SOURCE_UNSUPPORTED, "the image does not stay running", "choose another", check);
        }
        String lacking = check.stdoutText().strip();
        if (!lacking.isEmpty()) {
            throw unfit("it lacks " + lacking.replace("\n", ", "));
        }
    }

    private void fill(Source source) throws InterruptedException {
        if (source.repository().isPresent()) {
            Repository repository = source.repository().get();
            ExecResult result = cli.run(way.enter(repository.clone(DockerArgs.WORKSPACE)), PATIENCE);
            repository.requireCloned(result, source.image(), box.spec());
        }
    }

    private TinyboxException unfit(String why) {
        return TinyboxException.of(ErrorCode.SOURCE_UNSUPPORTED, "the container cannot be a box: " + why)
                .placement(box.spec().workspace())
                .step("create")
                .remedy(
                        "choose an image with a shell, setsid, grep, tr, mv, rm and sleep, whose user may use the workspace")
                .build();
    }

    private void requireLimits(DockerInspect made) {
        Resources asked = box.spec().resources();
        require(Constraint.MEMORY, made.memory(), asked.memory().bytes());
        require(Constraint.MEMORY, made.memoryAndSwap(), asked.memory().bytes());
        require(Constraint.CPU, made.quota(), DockerArgs.quota(asked));
        require(Constraint.PIDS, made.pids(), asked.pids());
    }

    private void require(Constraint constraint, long found, long asked) {
        if (found != asked && box.spec().demands().contains(constraint)) {
            throw TinyboxException.of(
                            ErrorCode.CONSTRAINT_NOT_ENFORCED,
                            "docker set " + constraint + " to " + found + " instead of " + asked)
                    .placement(box.spec().workspace())
                    .step("create")
                    .remedy("see what 'docker info' warns of")
                    .build();
        }
    }

    /** Removes the container if it came from this attempt. */
    private void undo(Exception why) {
        boolean interrupted = Thread.interrupted();
        try {
            Optional<DockerInspect> left =
                    cli.inspect(name).filter(found -> found.attempt().equals(attempt));
            if (left.isPresent()) {
                cli.demand(DockerArgs.remove(left.get().id()));
            }
        } catch (TinyboxException | InterruptedException e) {
            TinyboxException failed = TinyboxException.of(
                            ErrorCode.CLEANUP_FAILED,
                            "the container of box '" + box.id() + "' is perhaps left: " + e.getMessage())
                    .placement(box.spec().workspace())
                    .remedy("destroy the box when docker answers")
                    .cause(e)
                    .build();
            failed.addSuppressed(why);
            throw failed;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
