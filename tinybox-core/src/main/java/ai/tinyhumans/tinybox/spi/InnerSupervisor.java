package ai.tinyhumans.tinybox.spi;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.LimitKind;
import ai.tinyhumans.tinybox.exec.Survivor;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spec.Text;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What to say to the shell script that supervises a command inside a box, and what it answers: the Java side of
 * {@code docs/supervisor.md}. Pure.
 */
public final class InnerSupervisor {

    /** The program ended with code 1, which is also what stands in for it may end with when it fails itself. */
    private static final int ONE = 201;

    /** How the program ended is published: a signal, or a code that others may mean something else by. */
    private static final int PUBLISHED = 202;

    /** The codes below this one are the program's own, but for 1. */
    private static final int FIRST_FOREIGN = 125;

    /** The words by which a shell is given the script, before the arguments of that. */
    private static final int SCRIPT_WORDS = 4;

    /** What the script can pass on: a shell drops every other variable, or has it for itself. */
    private static final Pattern PORTABLE = Pattern.compile("(?!TINYBOX_)[A-Za-z_][A-Za-z0-9_]*");

    private static final Map<Integer, Refusal> REFUSALS = Map.of(
            211, new Refusal(ErrorCode.LAUNCH_NOT_FOUND, "there is no program '%s' in the box"),
            212, new Refusal(ErrorCode.LAUNCH_NOT_EXECUTABLE, "'%s' may not be executed in the box"),
            213, new Refusal(ErrorCode.LAUNCH_IS_DIRECTORY, "'%s' is a directory in the box"),
            214, new Refusal(ErrorCode.LAUNCH_BAD_INTERPRETER, "the interpreter that '%s' names is not in the box"),
            215, new Refusal(ErrorCode.LAUNCH_CWD_MISSING, "the working directory of '%s' is not in the box"),
            216, new Refusal(ErrorCode.LAUNCH_CWD_NOT_DIRECTORY, "the working directory of '%s' is no directory"),
            217, new Refusal(ErrorCode.LAUNCH_CWD_FORBIDDEN, "the working directory of '%s' may not be entered"),
            218, new Refusal(ErrorCode.LAUNCH_FAILED, "'%s' could not be supervised in the box"));

    private record Refusal(ErrorCode code, String message) {}

    private InnerSupervisor() {}

    /**
     * Runs a command to its end. The marker it is known by must be in the script's environment.
     *
     * @param env the variables of the box and of the command
     * @throws TinyboxException {@code argument.invalid} if a variable has a name that no shell passes on
     */
    public static Inside run(Command command, Env env) {
        Inside.Role role = command.stdin()
                .match(
                        () -> Inside.Role.COMMAND_WITHOUT_INPUT,
                        bytes -> Inside.Role.COMMAND,
                        file -> Inside.Role.COMMAND,
                        stream -> Inside.Role.COMMAND,
                        () -> Inside.Role.COMMAND);
        return command("run", "", command, env, role);
    }

    /** Waits for a command, and runs it as {@link #run} does. */
    public static Inside standby() {
        return new Inside(
                List.of("sh", "-c", Script.STANDBY, "tinybox", Script.of("run")), Env.EMPTY, Inside.Role.STANDBY);
    }

    /**
     * What asks what {@linkplain #standby waits} to run a command, in one line.
     *
     * @param run the command, as {@link #run} has it
     * @param marker the one it is known by
     */
    public static byte[] request(Inside run, String marker) {
        StringBuilder line = new StringBuilder(ShellWords.PREAMBLE + "export " + Env.MARKER + "=");
        line.append(ShellWords.quote(marker));
        run.env()
                .variables()
                .forEach((name, value) ->
                        line.append(' ').append(name).append('=').append(ShellWords.quote(value)));
        List<String> arguments = run.argv().subList(SCRIPT_WORDS, run.argv().size());
        return Text.encode(line + ";set -- " + ShellWords.quoteAll(arguments) + "\n");
    }

    /**
     * Starts a command that outlives the call. Whether it started is {@linkplain #recall published}.
     *
     * @throws TinyboxException as {@link #run}
     */
    public static Inside spawn(String marker, Command command, Env env) {
        return command("spawn", marker, command, env, Inside.Role.SPAWNED);
    }

    private static Inside command(String mode, String marker, Command command, Env env, Inside.Role role) {
        Map<String, String> carried = new LinkedHashMap<>();
        env.variables().forEach((name, value) -> {
            if (!PORTABLE.matcher(name).matches()) {
                throw TinyboxException.of(
                                ErrorCode.ARGUMENT_INVALID,
                                "environment variable '" + Text.printable(name) + "' cannot be passed into this box")
                        .remedy("use letters, digits and '_', no digit first, and not TINYBOX_")
                        .build();
            }
            carried.put("TINYBOX_ENV_" + carried.size(), name + "=" + value);
        });
        List<String> arguments = new ArrayList<>();
        arguments.add(command.cwd().map(InnerSupervisor::unmistakable).orElse(""));
        arguments.add(Integer.toString(carried.size()));
        arguments.addAll(command.argv());
        return new Inside(script(mode, marker, arguments), new Env(carried), role);
    }

    /** A relative directory so that no shell takes it for an option or for the one before. */
    private static String unmistakable(String directory) {
        return directory.startsWith("/") ? directory : "./" + directory;
    }

    /** Ends all processes of an execution: TERM, a grace, KILL. One that is not yet started will not be. */
    public static Inside end(String marker, Duration grace) {
        return helper("end", marker, List.of(hundredths(grace)));
    }

    /** Looks which of some executions have living processes. */
    public static Inside look(List<String> markers) {
        return helper("look", markers.get(0), markers.subList(1, markers.size()));
    }

    /** Asks for what is published of an execution, waiting for it for some time. */
    public static Inside recall(String marker, Duration patience) {
        return helper("recall", marker, List.of(hundredths(patience)));
    }

    private static Inside helper(String mode, String marker, List<String> arguments) {
        return new Inside(script(mode, marker, arguments), Env.EMPTY, Inside.Role.HELPER);
    }

    private static List<String> script(String mode, String marker, List<String> arguments) {
        List<String> argv = new ArrayList<>(List.of("sh", "-c", Script.of(mode), "tinybox", mode, marker));
        argv.addAll(arguments);
        return argv;
    }

    private static String hundredths(Duration time) {
        return Long.toString(Math.max(0, time.plusMillis(9).toMillis() / 10));
    }

    /** The exit of the program, if the exit of what stood in for it tells. */
    public static Optional<Exit> exit(Exit standIn) {
        int code = ownCode(standIn);
        if (code == ONE) {
            return Optional.of(new Exit.Exited(1));
        }
        return code >= 0 && code != 1 && code < FIRST_FOREIGN ? Optional.of(standIn) : Optional.empty();
    }

    /** Answers whether the exit of the program is published. */
    public static boolean isPublished(Exit standIn) {
        return ownCode(standIn) == PUBLISHED;
    }

    /** Why the program was not started, if that is what the exit of what stood in for it says. */
    public static Optional<TinyboxException> refusal(Exit standIn, String program) {
        return Optional.ofNullable(REFUSALS.get(ownCode(standIn))).map(refusal -> refusal(refusal, program));
    }

    private static TinyboxException refusal(Refusal refusal, String program) {
        return TinyboxException.of(refusal.code(), refusal.message().formatted(Text.printable(program)))
                .remedy("look into the box: 'tinybox exec ID -- sh'")
                .build();
    }

    private static int ownCode(Exit standIn) {
        return standIn.match(Exit.Exited::code, s -> -1, t -> -1, c -> -1, l -> -1);
    }

    /**
     * Reads the exit that was published; empty if it is none.
     *
     * @param memory what the box may use
     */
    public static Optional<Exit> published(String answer, ByteSize memory) {
        String[] words = answer.strip().split(" ", -1);
        try {
            return switch (words[0]) {
                case "exit" -> Optional.of(new Exit.Exited(Integer.parseInt(words[1])));
                case "signal" -> Optional.of(new Exit.Signaled(Integer.parseInt(words[1])));
                case "memory" -> Optional.of(new Exit.LimitHit(LimitKind.MEMORY, memory.bytes()));
                default -> Optional.empty();
            };
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException garbled) {
            return Optional.empty();
        }
    }

    /** Returns if what was published says that a spawned program started. */
    public static boolean isStarted(String answer) {
        return answer.strip().equals("started");
    }

    /** Why a spawned program was not started, by what was published. */
    public static TinyboxException notStarted(String answer, String program) {
        String why = "launch." + answer.strip();
        return REFUSALS.values().stream()
                .filter(refusal -> refusal.code().dotted().equals(why))
                .findFirst()
                .map(refusal -> refusal(refusal, program))
                .orElseGet(() -> refusal(Objects.requireNonNull(REFUSALS.get(218)), program));
    }

    /** Those who could not be ended; empty if the answer is not whole. */
    public static Optional<List<Survivor>> survivors(String answer) {
        List<String> lines = answer.lines().toList();
        if (lines.isEmpty() || !lines.get(lines.size() - 1).equals("ended")) {
            return Optional.empty();
        }
        List<Survivor> survivors = new ArrayList<>();
        for (String line : lines.subList(0, lines.size() - 1)) {
            int blank = line.indexOf(' ');
            survivors.add(new Survivor(Long.parseLong(line.substring(0, blank)), line.substring(blank + 1)));
        }
        return Optional.of(survivors);
    }

    /** Those of some executions that have living processes; empty if the answer is not whole. */
    public static Optional<Collection<String>> living(String answer) {
        List<String> lines = answer.lines().toList();
        return lines.contains("looked") ? Optional.of(lines) : Optional.empty();
    }

    /** The scripts, read when they are first needed; of the supervisor, the part that each mode needs. */
    private static final class Script {

        static final String STANDBY = ShellScript.read(InnerSupervisor.class.getResourceAsStream("standby.sh"));

        private static final Map<String, String> PARTS = List.of("run", "spawn", "recall", "end", "look").stream()
                .collect(Collectors.toMap(m -> m, Script::part));

        private static String part(String mode) {
            return ShellScript.part(InnerSupervisor.class.getResourceAsStream("supervisor.sh"), "tinybox_" + mode);
        }

        static String of(String mode) {
            return Objects.requireNonNull(PARTS.get(mode));
        }
    }
}
