package ai.tinyhumans.tinybox.cli;

import ai.tinyhumans.tinybox.Box;
import ai.tinyhumans.tinybox.Execution;
import ai.tinyhumans.tinybox.bus.json.Json;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.Outcome;
import ai.tinyhumans.tinybox.exec.OutputBatch;
import ai.tinyhumans.tinybox.exec.OutputChunk;
import ai.tinyhumans.tinybox.exec.StdStream;
import ai.tinyhumans.tinybox.exec.Stdin;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Runs one command between a box and the console: its input is the console's, its output goes there as it comes, or into
 * the one JSON object. An interrupt cancels the command; what it writes on the way out is still told.
 */
final class Relay {

    /** How long one look at the output waits; nothing depends on it. */
    private static final Duration LOOK = Duration.ofHours(1);

    @Option(names = "--timeout", paramLabel = "TIME", description = "end it when its time is up, as in 20s, 500ms, 2h")
    private @Nullable Duration timeout;

    /** Runs a command to its end and returns the status of the process. */
    int run(Session session, Box box, Command command) throws IOException, InterruptedException {
        Command timed = timeout == null ? command : command.timeout(timeout);
        Command fed = timed.stdin(Stdin.stream(session.console().in()));
        return session.json() ? collect(session, box, fed) : stream(session, box, fed);
    }

    private static int stream(Session session, Box box, Command command) throws IOException {
        try (Execution execution = box.start(command)) {
            long cursor = 0;
            while (true) {
                OutputBatch batch = look(execution, cursor);
                for (OutputChunk chunk : batch.chunks()) {
                    chunk.writeTo(
                            chunk.stream() == StdStream.STDOUT
                                    ? session.console().out()
                                    : session.console().err());
                }
                Optional<Outcome> outcome = batch.outcome();
                if (outcome.isPresent()) {
                    return told(session.console(), outcome.get());
                }
                cursor = batch.nextSequence();
            }
        }
    }

    private static OutputBatch look(Execution execution, long cursor) {
        while (true) {
            try {
                return execution.read(cursor, LOOK);
            } catch (InterruptedException stop) {
                execution.cancel();
            }
        }
    }

    private static int collect(Session session, Box box, Command command) throws IOException {
        try (Execution execution = box.startCollected(command)) {
            ExecResult result = collect(execution);
            session.console().print(List.of(Json.line(Views.result(result))));
            return told(session.console(), result.outcome());
        }
    }

    private static ExecResult collect(Execution execution) {
        while (true) {
            try {
                return execution.collect();
            } catch (InterruptedException stop) {
                execution.cancel();
            }
        }
    }

    /** Says what the status alone does not. */
    private static int told(Console console, Outcome outcome) {
        Exit exit = outcome.exit();
        if (exit.<Boolean>match(e -> false, s -> false, t -> true, c -> false, l -> true)) {
            console.note("the command was ended: " + exit);
        }
        outcome.survivors()
                .forEach(left -> console.note(
                        "process " + left.pid() + " ('" + left.command() + "') could not be ended and goes on"));
        return exit.code();
    }
}
