package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.bus.json.Json;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The root of the command line: what all subcommands share, and what becomes of their errors. */
@Command(
        name = "tinybox",
        description = "Runs a program in a box: confined as far as its sandbox says, ended with all it started.",
        versionProvider = TinyboxCommand.Version.class,
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            RunCommand.class,
            CreateCommand.class,
            ExecCommand.class,
            SpawnCommand.class,
            PsCommand.class,
            KillCommand.class,
            LsCommand.class,
            InspectCommand.class,
            RmCommand.class,
            PauseCommand.class,
            ResumeCommand.class,
            SnapshotCommand.class,
            SnapshotsCommand.class,
            ForkCommand.class,
            ForwardCommand.class,
            SyncCommand.class,
            ReapCommand.class,
            TemplateCommand.class,
            ProvidersCommand.class,
            DoctorCommand.class,
            BenchCommand.class,
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0-255:the command's own",
            "128+n:signal n ended the command, or tinybox and the command with it",
            "2:the command line was not understood",
            "70:tinybox itself failed, and says why in one line on the standard error",
            "124:the command's time was up",
            "126:the program was found and could not be executed",
            "127:the program was not found",
            "137:the command went over a limit",
            "141:nobody read the output any more",
        })
final class TinyboxCommand implements Runnable {

    /** Values of options that only what uses them can check. */
    private static final Set<ErrorCode> MISTAKES =
            EnumSet.of(ErrorCode.ARGUMENT_INVALID, ErrorCode.IDENTIFIER_INVALID, ErrorCode.EGRESS_INVALID);

    private final Console console;

    @Spec
    private CommandSpec spec;

    private TinyboxCommand(Console console) {
        this.console = console;
    }

    /** Runs a command line and returns the status of the process. */
    static int execute(Console console, List<String> arguments) {
        return commandLine(console).execute(arguments.toArray(String[]::new));
    }

    /** The whole command line, which reads and writes a console. */
    static CommandLine commandLine(Console console) {
        CommandLine line = new CommandLine(new TinyboxCommand(console));
        PrintWriter out = new PrintWriter(console.out(), true, StandardCharsets.UTF_8);
        line.setOut(out)
                .setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8))
                .setColorScheme(Help.defaultColorScheme(Help.Ansi.OFF))
                .setExpandAtFiles(false)
                .setUsageHelpAutoWidth(true)
                .setParameterExceptionHandler((e, args) -> misused(console, e))
                .setExecutionExceptionHandler((e, command, parsed) -> failed(console, e, command));
        Converters.register(line);
        line.getSubcommands().values().stream()
                .filter(command -> command.getCommand() instanceof RunsProgram)
                .forEach(command -> command.setStopAtPositional(true));
        return line;
    }

    Console console() {
        return console;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }

    private static int misused(Console console, ParameterException e) {
        CommandSpec command = e.getCommandLine().getCommandSpec();
        String meant = Optional.of(e)
                .filter(UnmatchedArgumentException.class::isInstance)
                .map(UnmatchedArgumentException.class::cast)
                .filter(unmatched -> !unmatched.getSuggestions().isEmpty())
                .map(unmatched -> "did you mean '" + unmatched.getSuggestions().get(0) + "'? ")
                .orElse("");
        console.note(e.getMessage() + "; hint: " + meant + "'" + command.qualifiedName() + " --help' tells the usage");
        return Status.USAGE;
    }

    private static int failed(Console console, Exception e, CommandLine command) {
        try {
            return failed(console, e, command.getCommand() instanceof StoreCommand store && store.json());
        } catch (IOException broken) {
            return broken(console, broken);
        }
    }

    private static int failed(Console console, Exception e, boolean json) throws IOException {
        if (e instanceof TinyboxException refusal) {
            console.note(refusal.getMessage());
            if (json) {
                console.print(List.of(Json.line(Views.error(refusal))));
            }
            return MISTAKES.contains(refusal.code())
                    ? Status.USAGE
                    : refusal.code().shellStatus().orElse(Status.FAILED);
        }
        if (e instanceof InterruptedException) {
            return Status.INTERRUPTED;
        }
        if (e instanceof IOException broken) {
            return broken(console, broken);
        }
        console.note("this is a bug: " + e);
        return Status.FAILED;
    }

    /** The output failed: everything else throws a {@link TinyboxException}. */
    private static int broken(Console console, IOException e) {
        if (e instanceof ClosedByInterruptException) {
            return Status.INTERRUPTED;
        }
        if (console.hasReader()) {
            return Status.BROKEN_PIPE;
        }
        console.note("cannot write the output: " + e.getMessage());
        return Status.FAILED;
    }

    /** The version of the jar. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String packaged = TinyboxCommand.class.getPackage().getImplementationVersion();
            Optional<String> modular = Optional.ofNullable(
                            TinyboxCommand.class.getModule().getDescriptor())
                    .flatMap(descriptor -> descriptor.rawVersion());
            return new String[] {"tinybox " + modular.orElse(packaged == null ? "unversioned" : packaged)};
        }
    }
}
