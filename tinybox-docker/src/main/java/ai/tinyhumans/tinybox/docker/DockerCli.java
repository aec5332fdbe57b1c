package ai.tinyhumans.tinybox.docker;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spec.Text;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.SandboxContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs docker commands on a host, in the environment a user's own would have: contexts and {@code DOCKER_HOST} count. Each is
 * bounded in time. Where there is no command {@code docker} and none is named, it is {@code podman}. Thread-safe.
 */
final class DockerCli {

    /** What any answer but that of a pull may take: a daemon that takes longer is taken for unresponsive. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    /** What an error has in it that the daemon, or podman, found out about others. */
    private static final Pattern ANSWER = Pattern.compile("Error response from daemon|initializing source");

    private static final Pattern UNREACHABLE = Pattern.compile(
            "cannot connect to the docker daemon|failed to connect to the docker api|error during connect"
                    + "|connection refused|no such host|context .* not found",
            Pattern.CASE_INSENSITIVE);

    /** What podman's command says that is only a connection. */
    private static final Pattern ELSEWHERE = Pattern.compile("cannot connect to podman", Pattern.CASE_INSENSITIVE);

    private static final Pattern FORBIDDEN =
            Pattern.compile("permission denied.*(docker|socket)|docker.*permission denied", Pattern.CASE_INSENSITIVE);

    private static final Pattern ABSENT =
            Pattern.compile("no such (container|object|image)|image not known", Pattern.CASE_INSENSITIVE);

    static final String REMOTE_REMEDY =
            "unset CONTAINER_HOST, and name the machine of that podman as the host of the box";

    private static final String DOCKER = "docker";
    private static final String PODMAN = "podman";

    /** A plan is made on any thread, without waiting for an answer, so a shell looks when it is carried out. */
    private static final List<String> EITHER =
            List.of("/bin/sh", "-c", "command -v docker >/dev/null && exec docker \"$@\"; exec podman \"$@\"", DOCKER);

    /** The variable by which a program in Go is told how much of its memory may be garbage before it looks for it. */
    private static final String GARBAGE = "GOGC";

    /**
     * Percent of what is in use: 16 MB at the least (runtime package of Go), which a command that starts a program does not
     * reach. With the default, 4 MB, it collects once on its way to the daemon: 2 of some 60 ms.
     */
    private static final Env COLLECTING_LESS = new Env(Map.of(GARBAGE, "400"));

    private final SandboxContext context;
    private volatile @Nullable DockerInfo known;

    /** What the command is called; null until one was run. */
    private volatile @Nullable String command;

    DockerCli(SandboxContext context) {
        this.context = context;
        this.command = context.host().environment().variables().get(DockerProvider.COMMAND);
    }

    /** A docker command as a plan, with variables of its own. Where none was run yet, a shell finds out which there is. */
    LaunchPlan plan(List<String> argv, Env variables) {
        String found = command;
        return plan(found == null ? EITHER : List.of(found), argv, variables);
    }

    /** A docker command by which a program is started in a container: it is in the way of every single one. */
    LaunchPlan starting(List<String> argv, Env variables) {
        boolean chosen = context.host().environment().variables().containsKey(GARBAGE);
        return plan(argv, chosen ? variables : variables.plus(COLLECTING_LESS));
    }

    private LaunchPlan plan(List<String> command, List<String> argv, Env variables) {
        List<String> all = new ArrayList<>(command);
        all.addAll(argv.subList(1, argv.size()));
        return LaunchPlan.of(all, context.host().environment().plus(variables), "/");
    }

    /** What the command is called, as far as is known. */
    String command() {
        String found = command;
        return found == null ? DOCKER : found;
    }

    /** What the daemon says of itself; it is asked once, for what it can does not change while it runs. */
    DockerInfo info() throws InterruptedException {
        DockerInfo info = known;
        if (info == null) {
            info = DockerInfo.parse(demand(DockerArgs.info()));
            known = info;
        }
        return info;
    }

    /** Runs a command to its end, however that is. Whatever comes first finds out what the command is called. */
    ExecResult run(List<String> argv, Duration timeout) throws InterruptedException {
        if (command != null) {
            return run(plan(argv, Env.EMPTY), timeout);
        }
        try {
            ExecResult result = answer(plan(List.of(DOCKER), argv, Env.EMPTY), timeout);
            command = DOCKER;
            return result;
        } catch (TinyboxException e) {
            if (e.code() != ErrorCode.LAUNCH_NOT_FOUND) {
                throw e;
            }
            ExecResult result = run(plan(List.of(PODMAN), argv, Env.EMPTY), timeout);
            command = PODMAN;
            return result;
        }
    }

    /** Runs the plan of a docker command to its end, however that is. */
    ExecResult run(LaunchPlan plan, Duration timeout) throws InterruptedException {
        try {
            return answer(plan, timeout);
        } catch (TinyboxException e) {
            throw e.code() == ErrorCode.LAUNCH_NOT_FOUND ? missing(plan.argv().get(0), e) : e;
        }
    }

    private ExecResult answer(LaunchPlan plan, Duration timeout) throws InterruptedException {
        ExecResult result = context.run(plan, Stdin.none(), timeout);
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
        ExecResult result = context.run(ofHost(argv), Stdin.none(), PATIENCE);
        if (!result.exit().isSuccess()) {
            throw TinyboxException.of(ErrorCode.FILE_NOT_FOUND, "the workspace directory cannot be looked at")
                    .stderr(result.stderr())
                    .remedy("give a directory that exists on the host of the box")
                    .build();
        }
        return result.stdoutText().strip();
    }

    private LaunchPlan ofHost(List<String> argv) {
        return LaunchPlan.of(argv, context.host().environment(), "/");
    }

    /** What paths lead to on the host; one that leads nowhere is taken as it is. */
    List<HostPath> resolve(List<HostPath> paths) throws InterruptedException {
        if (paths.isEmpty()) {
            return List.of();
        }
        List<String> argv = new ArrayList<>(List.of("realpath", "--canonicalize-missing", "--zero", "--"));
        paths.forEach(path -> argv.add(path.value()));
        String answer = Text.decode(
                context.run(ofHost(argv), Stdin.none(), PATIENCE).orThrow().stdout());
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
        if (result.exit().isSuccess() || ANSWER.matcher(said).find()) {
            return Optional.empty();
        }
        if (ELSEWHERE.matcher(said).find()) {
            return Optional.of(unusable("no podman answers where the command is connected to", result, REMOTE_REMEDY));
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

    private static TinyboxException missing(String command, TinyboxException cause) {
        String what =
                command.equals(PODMAN) ? "docker command on the host, nor podman's" : "'" + command + "' on the host";
        return TinyboxException.of(ErrorCode.PROVIDER_UNUSABLE, "there is no " + what)
                .remedy("install a command, such as package docker.io, docker-cli or podman, or name one by "
                        + DockerProvider.COMMAND)
                .cause(cause)
                .build();
    }
}
