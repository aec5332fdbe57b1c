package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.Text;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.SandboxContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Runs docker commands on a host, in the environment a user's own would have: contexts and {@code DOCKER_HOST} count. Each is
 * bounded in time. Thread-safe.
 */
final class DockerCli {

    /** What any answer but that of a pull may take: a daemon that takes longer is taken for unresponsive. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    /** What an error begins with that the daemon, not the command, found. */
    private static final String ANSWER = "Error response from daemon";

    private static final Pattern UNREACHABLE = Pattern.compile(
            "cannot connect to the docker daemon|failed to connect to the docker api|error during connect"
                    + "|connection refused|no such host|context .* not found",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern FORBIDDEN =
            Pattern.compile("permission denied.*(docker|socket)|docker.*permission denied", Pattern.CASE_INSENSITIVE);

    private static final Pattern ABSENT = Pattern.compile("no such (container|object|image)", Pattern.CASE_INSENSITIVE);

    private final SandboxContext context;

    DockerCli(SandboxContext context) {
        this.context = context;
    }

    /** A docker command as a plan. */
    static LaunchPlan plan(Host host, List<String> argv) {
        return LaunchPlan.of(argv, host.environment(), "/");
    }

    /** Runs a command to its end, however that is. */
    ExecResult run(List<String> argv, Duration timeout) throws InterruptedException {
        return run(plan(context.host(), argv), timeout);
    }

    /** Runs the plan of a docker command to its end, however that is. */
    ExecResult run(LaunchPlan plan, Duration timeout) throws InterruptedException {
        ExecResult result;
        try {
            result = context.run(plan, Stdin.none(), timeout);
        } catch (TinyboxException e) {
            throw e.code() == ErrorCode.LAUNCH_NOT_FOUND ? missing(e) : e;
        }
        unresponsive(result).ifPresent(failure -> {
            throw failure;
        });
        return result;
    }

    /** Runs a command that must succeed; returns its standard output. */
    byte[] demand(List<String> argv) throws InterruptedException {
        return demand(argv, PATIENCE);
    }

    /** Runs a command that must succeed within a time; returns its standard output. */
    byte[] demand(List<String> argv, Duration timeout) throws InterruptedException {
        ExecResult result = run(argv, timeout);
        if (!result.exit().isSuccess()) {
            throw failure(argv, result);
        }
        return result.stdout();
    }

    /** A container, if there is one of that name or id. */
    Optional<DockerInspect> inspect(String name) throws InterruptedException {
        List<String> argv = DockerArgs.inspect(name);
        ExecResult result = run(argv, PATIENCE);
        if (result.exit().isSuccess()) {
            return Optional.of(DockerInspect.parse(result.stdout()));
        }
        if (isAbsent(result)) {
            return Optional.empty();
        }
        throw failure(argv, result);
    }

    /**
     * The user and group of a directory on the host, so that what a container writes there is theirs.
     *
     * @throws TinyboxException {@code file.not_found}
     */
    String owner(String directory) throws InterruptedException {
        List<String> argv = List.of("stat", "--dereference", "--format=%u:%g", "--", directory);
        ExecResult result = context.run(plan(context.host(), argv), Stdin.none(), PATIENCE);
        if (!result.exit().isSuccess()) {
            throw TinyboxException.of(ErrorCode.FILE_NOT_FOUND, "the workspace directory cannot be looked at")
                    .stderr(result.stderr())
                    .remedy("give a directory that exists on the host of the box")
                    .build();
        }
        return result.stdoutText().strip();
    }

    /** What paths lead to on the host; one that leads nowhere is taken as it is. */
    List<HostPath> resolve(List<HostPath> paths) throws InterruptedException {
        if (paths.isEmpty()) {
            return List.of();
        }
        List<String> argv = new ArrayList<>(List.of("realpath", "--canonicalize-missing", "--zero", "--"));
        paths.forEach(path -> argv.add(path.value()));
        String answer = Text.decode(context.run(plan(context.host(), argv), Stdin.none(), PATIENCE)
                .orThrow()
                .stdout());
        return Arrays.stream(answer.split("\0", -1))
                .filter(path -> !path.isEmpty())
                .map(HostPath::new)
                .toList();
    }

    /** Tries to limit the size of a container of any image there is; without one the answer is no. */
    boolean limitsDisk() throws InterruptedException {
        Optional<String> image = new String(demand(DockerArgs.images()), StandardCharsets.US_ASCII)
                .lines()
                .findFirst();
        return image.isPresent()
                && run(DockerArgs.diskProbe(image.get()), PATIENCE).stderrText().contains(DockerArgs.NO_PROGRAM);
    }

    static boolean isAbsent(ExecResult result) {
        return !result.exit().isSuccess() && ABSENT.matcher(result.stderrText()).find();
    }

    /** The error of a command that failed for no reason of its own. */
    static TinyboxException failure(List<String> argv, ExecResult result) {
        return unresponsive(result)
                .orElseGet(() -> TinyboxException.of(
                                ErrorCode.HOST_FAILED, "'docker " + argv.get(1) + "' failed with " + result.exit())
                        .stderr(result.stderr())
                        .build());
    }

    /** Says that docker itself is the trouble, if it is. What the daemon answers is not, whatever it says of others. */
    static Optional<TinyboxException> unresponsive(ExecResult result) {
        if (result.exit() instanceof Exit.TimedOut) {
            return Optional.of(
                    unusable("docker did not answer: " + result.exit(), result, "see the daemon's log, or restart it"));
        }
        String said = result.stderrText();
        if (result.exit().isSuccess() || said.contains(ANSWER)) {
            return Optional.empty();
        }
        if (FORBIDDEN.matcher(said).find()) {
            return Optional.of(unusable(
                    "docker may not be used by this user",
                    result,
                    "add the user to the group docker, or use a rootless daemon"));
        }
        if (UNREACHABLE.matcher(said).find()) {
            return Optional.of(unusable(
                    "no docker daemon answers",
                    result,
                    "start the daemon, or name another by DOCKER_HOST or 'docker context use'"));
        }
        return Optional.empty();
    }

    private static TinyboxException unusable(String message, ExecResult result, String remedy) {
        return TinyboxException.of(ErrorCode.PROVIDER_UNUSABLE, message)
                .stderr(result.stderr())
                .remedy(remedy)
                .build();
    }

    private static TinyboxException missing(TinyboxException cause) {
        return TinyboxException.of(ErrorCode.PROVIDER_UNUSABLE, "there is no docker command on the host")
                .remedy("install the command, such as package docker.io or docker-cli")
                .cause(cause)
                .build();
    }
}
