package ai.tinyhumans.tinybox.host.ssh;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.ProcessRef;
import ai.tinyhumans.tinybox.spec.Text;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Termination;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;

/** What the lines of {@code program.sh} mean. Pure. */
final class FarAnswer {

    /** How many ticks a second of processor time has in /proc, on every architecture of Linux (sysconf(3), _SC_CLK_TCK). */
    private static final int TICKS_PER_SECOND = 100;

    // fields of proc_pid_stat(5), counted from the one after the name
    private static final int START = 19;
    private static final int CHILDREN_USER = 13;
    private static final int CHILDREN_SYSTEM = 14;

    private FarAnswer() {}

    /**
     * The process that was started.
     *
     * @throws TinyboxException {@code launch.*} or {@code host.tool_missing} if the line says why none was
     */
    static ProcessRef started(String line, String marker, LaunchPlan plan, SshTarget target) {
        Optional<TinyboxException> refused = refused(line, plan, target);
        if (refused.isPresent()) {
            throw refused.get();
        }
        String[] words = line.split(" ", 3);
        String stat = words[2];
        long pid = Long.parseLong(stat.substring(0, stat.indexOf(' ')));
        return new ProcessRef(marker, pid, words[1] + ":" + fields(stat)[START]);
    }

    /** The fields of a line of {@code /proc/PID/stat} after the name, which may hold anything. */
    static String[] fields(String stat) {
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    }

    /** Why a program was not started, if the line says so. */
    static Optional<TinyboxException> refused(String line, LaunchPlan plan, SshTarget target) {
        String prefix = "refused ";
        return line.startsWith(prefix)
                ? Optional.of(refusal(line.substring(prefix.length()), plan, target))
                : Optional.empty();
    }

    private static TinyboxException refusal(String why, LaunchPlan plan, SshTarget target) {
        String program = "'" + Text.printable(plan.argv().get(0)) + "'";
        String directory = "'" + Text.printable(plan.cwd()) + "'";
        String[] words = why.split(" ", 2);
        return switch (words[0]) {
            case "not_found" ->
                error(
                        ErrorCode.LAUNCH_NOT_FOUND,
                        target,
                        "program " + program + " was not found",
                        "check name and PATH");
            case "not_executable" ->
                error(ErrorCode.LAUNCH_NOT_EXECUTABLE, target, program + " may not be executed", "chmod +x it");
            case "is_directory" ->
                error(ErrorCode.LAUNCH_IS_DIRECTORY, target, program + " is a directory", "name a program");
            case "bad_interpreter" ->
                error(
                        ErrorCode.LAUNCH_BAD_INTERPRETER,
                        target,
                        "the interpreter that " + program + " names is not there",
                        "install it");
            case "cwd_missing" ->
                error(
                        ErrorCode.LAUNCH_CWD_MISSING,
                        target,
                        "working directory " + directory + " does not exist",
                        "make it first");
            case "cwd_not_directory" ->
                error(
                        ErrorCode.LAUNCH_CWD_NOT_DIRECTORY,
                        target,
                        "working directory " + directory + " is no directory",
                        "name a directory");
            case "cwd_forbidden" ->
                error(
                        ErrorCode.LAUNCH_CWD_FORBIDDEN,
                        target,
                        "working directory " + directory + " may not be entered",
                        "check its permissions");
            case "tool_missing" ->
                error(
                        ErrorCode.HOST_TOOL_MISSING,
                        target,
                        "it lacks '" + words[words.length - 1] + "', which starting a program needs",
                        "install it there");
            default ->
                error(
                        ErrorCode.LAUNCH_FAILED,
                        target,
                        program + " could not be prepared: " + Text.printable(why),
                        "see that it has /proc, mktemp and room in its temporary directory");
        };
    }

    private static TinyboxException error(ErrorCode code, SshTarget target, String message, String remedy) {
        return TinyboxException.of(code, "on ssh host '" + target + "': " + message)
                .remedy(remedy)
                .build();
    }

    /** How a program ended. */
    static final class Ended {

        private final Termination termination;
        private final boolean alone;
        private final byte[] report;

        Ended(Termination termination, boolean alone, byte[] report) {
            this.termination = termination;
            this.alone = alone;
            this.report = report;
        }

        Termination termination() {
            return termination;
        }

        boolean alone() {
            return alone;
        }

        byte[] report() {
            return report;
        }
    }

    /** Reads how a program ended, if the line says so. */
    static Optional<Ended> ended(String line) {
        String[] words = line.split(" ", 6);
        if (!words[0].equals("ended") || words.length < 6) {
            return Optional.empty();
        }
        int code = Integer.parseInt(words[1]);
        Exit exit = words[2].equals("signal") ? new Exit.Signaled(code) : new Exit.Exited(code);
        String[] fields = fields(words[5]);
        return Optional.of(new Ended(
                new Termination(exit, time(fields[CHILDREN_USER]), time(fields[CHILDREN_SYSTEM]), Optional.empty()),
                words[3].equals("1"),
                words[4].equals("-") ? new byte[0] : HexFormat.of().parseHex(words[4])));
    }

    private static Duration time(String ticks) {
        return Duration.ofMillis(Long.parseLong(ticks) * 1000 / TICKS_PER_SECOND);
    }
}
