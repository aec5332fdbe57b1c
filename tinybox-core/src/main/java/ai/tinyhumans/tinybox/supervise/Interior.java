package ai.tinyhumans.tinybox.supervise;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.ExecResult;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.Outcome;
import ai.tinyhumans.tinybox.exec.StdStream;
import ai.tinyhumans.tinybox.exec.Stdin;
import ai.tinyhumans.tinybox.exec.Survivor;
import ai.tinyhumans.tinybox.spec.ByteSize;
import ai.tinyhumans.tinybox.spec.Env;
import ai.tinyhumans.tinybox.spi.Entrance;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.InnerSupervisor;
import ai.tinyhumans.tinybox.spi.Inside;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The inside of a box that the host cannot look into, reached by helper programs. Nothing here blocks; what is asked for
 * completes on the supervisor's thread, with what {@link Entrance#explain} says if the way in fails. Thread-safe.
 */
public final class Interior {

    /** What a helper may take beyond what it is told to wait for: a way in that takes longer is taken for broken. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    /** How long a spawned program may take until it is known whether it started. */
    private static final Duration START = Duration.ofSeconds(10);

    private final Supervisor supervisor;
    private final Host host;
    private final Entrance entrance;
    private final ByteSize memory;

    /**
     * Makes the inside of a box.
     *
     * @param memory what the box may use
     */
    public Interior(Supervisor supervisor, Host host, Entrance entrance, ByteSize memory) {
        this.supervisor = supervisor;
        this.host = host;
        this.entrance = entrance;
        this.memory = memory;
    }

    /** Starts a program that outlives the call; completes once it runs. */
    public CompletableFuture<Void> spawn(Command command, Env env, String marker) {
        LaunchPlan plan = entrance.enter(InnerSupervisor.spawn(marker, command, env));
        return run(plan, PATIENCE)
                .thenCompose(started -> started.exit().isSuccess() ? recall(marker, START) : broken())
                .thenAccept(answer -> {
                    if (!InnerSupervisor.isStarted(answer)) {
                        throw InnerSupervisor.notStarted(answer, command.argv().get(0));
                    }
                });
    }

    /** Ends all processes of an execution; completes with those that could not be ended. */
    public CompletableFuture<List<Survivor>> end(String marker, Duration grace) {
        return ask(InnerSupervisor.end(marker, grace), PATIENCE.plus(grace), InnerSupervisor::survivors);
    }

    /** Looks which of some executions, at least one, have living processes. */
    public CompletableFuture<Collection<String>> living(List<String> markers) {
        return ask(InnerSupervisor.look(markers), PATIENCE, InnerSupervisor::living);
    }

    /** Asks how a program ended that could not tell it by its code. */
    CompletableFuture<Exit> published(String marker) {
        return ask(
                InnerSupervisor.recall(marker, Duration.ZERO),
                PATIENCE,
                answer -> InnerSupervisor.published(answer, memory));
    }

    /** Finds out why the way in failed; never completes otherwise than with that. */
    <T> CompletableFuture<T> broken() {
        return run(entrance.diagnosis(), PATIENCE).thenApply(diagnosis -> {
            throw entrance.explain(diagnosis);
        });
    }

    private CompletableFuture<String> recall(String marker, Duration patience) {
        return ask(InnerSupervisor.recall(marker, patience), PATIENCE.plus(patience), answer -> Optional.of(answer));
    }

    private <T> CompletableFuture<T> ask(Inside helper, Duration patience, Function<String, Optional<T>> reader) {
        return run(entrance.enter(helper), patience).thenCompose(result -> {
            Optional<T> answer = result.exit().isSuccess() ? reader.apply(result.stdoutText()) : Optional.empty();
            return answer.map(CompletableFuture::completedFuture).orElseGet(this::broken);
        });
    }

    /** Never starts it on the thread that asks, which may be the one of the host that the start waits for. */
    private CompletableFuture<ExecResult> run(LaunchPlan plan, Duration patience) {
        Supervised helper = supervisor.prepareHelper(host, plan, Terms.ofHelper(Stdin.none(), patience));
        return CompletableFuture.runAsync(helper::start, supervisor.thread(host))
                .thenCompose(started -> helper.verdict())
                .thenApplyAsync(outcome -> collect(helper, outcome), supervisor.thread(host));
    }

    private static ExecResult collect(Supervised helper, Outcome outcome) {
        ExecResult result = new ExecResult(outcome, helper.collect(StdStream.STDOUT), helper.collect(StdStream.STDERR));
        helper.release();
        return result;
    }

    /** What a future of this class failed with. */
    public static TinyboxException failure(Throwable thrown) {
        Throwable cause = thrown.getCause() == null ? thrown : thrown.getCause();
        if (thrown instanceof TinyboxException e) {
            return e;
        }
        return cause instanceof TinyboxException e
                ? e
                : TinyboxException.of(ErrorCode.HOST_FAILED, "a helper of a box failed: " + cause)
                        .cause(cause)
                        .build();
    }
}
