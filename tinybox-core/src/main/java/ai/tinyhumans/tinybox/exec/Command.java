package ai.tinyhumans.tinybox.exec;

import ai.tinyhumans.tinybox.bus.Limits;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.Durations;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.JailSpec;
import ai.tinyhumans.tinybox.spec.Text;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A program and its arguments. Immutable. No shell reads them: what is given is what the program gets, byte for byte.
 *
 * @param argv the program, then its arguments; a program without a slash is looked up in the command's own {@code PATH}
 * @param cwd the working directory, the workspace unless given; a relative one is taken from the workspace
 * @param env variables over those of the box
 * @param stdin what it reads
 * @param timeout how long it may run, without limit unless given
 * @param grace how long it may take to end after a cancel before it is killed
 * @param outputLimit how much it may write, both streams together, if its output is collected
 * @param jail how it is jailed; not at all unless given, and only in a box that confines nothing itself
 */
public record Command(
        List<String> argv,
        Optional<String> cwd,
        Env env,
        Stdin stdin,
        Optional<Duration> timeout,
        Duration grace,
        ByteSize outputLimit,
        Optional<JailSpec> jail) {

    /** Time between TERM and KILL after a cancel: enough for a program to put its affairs in order. */
    public static final Duration DEFAULT_GRACE = Duration.ofSeconds(2);

    /** The most a collected command may be allowed to write: it is kept in memory, twice while it grows. */
    public static final ByteSize MAX_OUTPUT_LIMIT = ByteSize.ofMiB(256);

    /** The longest argument the kernel takes: MAX_ARG_STRLEN, 32 pages with the final NUL (linux/binfmts.h). */
    public static final int MAX_ARGUMENT_BYTES = (128 << 10) - 1;

    /**
     * Checks every part.
     *
     * @throws TinyboxException {@code argument.invalid} if there is no program, an argument or the directory holds NUL or
     *     is not {@linkplain Text#isEncodable encodable}, the directory is empty, or a time or the output limit is out of
     *     range; {@code launch.arguments_too_long} if an argument is longer than {@value #MAX_ARGUMENT_BYTES} bytes. An
     *     argument is named by its index and never quoted: it may be a secret
     */
    public Command {
        argv = List.copyOf(argv);
        if (argv.isEmpty() || argv.get(0).isEmpty()) {
            throw invalid("a command needs a program", "give its name or path as the first argument");
        }
        for (int i = 0; i < argv.size(); i++) {
            checkArgument(i, argv.get(i));
        }
        if (cwd.filter(directory -> directory.isEmpty() || directory.indexOf('\0') >= 0)
                .isPresent()) {
            throw invalid("the working directory is empty or holds NUL", "leave it out to use the workspace");
        }
        if (cwd.filter(directory -> !Text.isEncodable(directory)).isPresent()) {
            throw invalid(
                    "the working directory holds a lone surrogate", "no bytes stand for it: pass well-formed text");
        }
        timeout.ifPresent(budget -> Durations.requirePositive("timeout", budget));
        if (grace.isNegative()) {
            throw invalid("a grace of " + grace + " is negative", "give zero to kill at once");
        }
        if (outputLimit.bytes() == 0 || outputLimit.compareTo(MAX_OUTPUT_LIMIT) > 0) {
            throw invalid(
                    "an output limit of " + outputLimit + " is not 1 B to " + MAX_OUTPUT_LIMIT,
                    "start the command and read its output as it comes");
        }
    }

    /** A command of a program and its arguments. */
    public static Command of(String... argv) {
        return of(List.of(argv));
    }

    /** A command of a program and its arguments. */
    public static Command of(List<String> argv) {
        return new Command(
                argv,
                Optional.empty(),
                Env.EMPTY,
                Stdin.none(),
                Optional.empty(),
                DEFAULT_GRACE,
                new ByteSize(Limits.MAX_OUTPUT_BYTES),
                Optional.empty());
    }

    /** Returns this command in another working directory. */
    public Command cwd(String directory) {
        return new Command(argv, Optional.of(directory), env, stdin, timeout, grace, outputLimit, jail);
    }

    /** Returns this command with one more variable. */
    public Command env(String name, String value) {
        return env(env.with(name, value));
    }

    /** Returns this command with these variables instead. */
    public Command env(Env variables) {
        return new Command(argv, cwd, variables, stdin, timeout, grace, outputLimit, jail);
    }

    /** Returns this command with another input. */
    public Command stdin(Stdin input) {
        return new Command(argv, cwd, env, input, timeout, grace, outputLimit, jail);
    }

    /** Returns this command with a limit on its running time, by a monotonic clock. */
    public Command timeout(Duration budget) {
        return new Command(argv, cwd, env, stdin, Optional.of(budget), grace, outputLimit, jail);
    }

    /** Returns this command with another time between TERM and KILL; zero kills at once. */
    public Command grace(Duration time) {
        return new Command(argv, cwd, env, stdin, timeout, time, outputLimit, jail);
    }

    /** Returns this command with another limit on its collected output. */
    public Command outputLimit(ByteSize limit) {
        return new Command(argv, cwd, env, stdin, timeout, grace, limit, jail);
    }

    /**
     * Returns this command jailed: it runs so confined, or not at all. It may only work in its workspace, and has no
     * directory for temporary files unless one is granted and {@code TMPDIR} names it.
     */
    public Command jailed(JailSpec spec) {
        return new Command(argv, cwd, env, stdin, timeout, grace, outputLimit, Optional.of(spec));
    }

    private static void checkArgument(int index, String argument) {
        if (argument.indexOf('\0') >= 0) {
            throw invalid("argument " + index + " holds NUL", "arguments end at NUL, so none can hold one");
        }
        if (!Text.isEncodable(argument)) {
            throw invalid(
                    "argument " + index + " holds a lone surrogate", "no bytes stand for it: pass well-formed text");
        }
        int bytes = Text.encode(argument).length;
        if (bytes > MAX_ARGUMENT_BYTES) {
            throw TinyboxException.of(
                            ErrorCode.LAUNCH_ARGUMENTS_TOO_LONG,
                            "argument " + index + " has " + bytes + " bytes, the kernel takes " + MAX_ARGUMENT_BYTES)
                    .remedy("pass it through standard input or a file")
                    .build();
        }
    }

    private static TinyboxException invalid(String message, String remedy) {
        return TinyboxException.of(ErrorCode.ARGUMENT_INVALID, message)
                .remedy(remedy)
                .build();
    }
}
