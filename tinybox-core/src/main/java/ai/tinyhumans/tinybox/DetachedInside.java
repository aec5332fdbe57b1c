package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.Survivor;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.SpawnRecord;
import ai.tinyhumans.tinybox.supervise.Interior;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Detached processes in a box that the host cannot look into. In a box that is gone none is alive. */
record DetachedInside(Interior interior) implements Detached {

    @Override
    public SpawnRecord start(BoxRecord box, Command command, LaunchPlan plan, SpawnRecord planned) {
        boolean self = command.stdin().match(() -> true, b -> false, f -> false, s -> false, () -> false);
        if (!self) {
            throw TinyboxException.of(ErrorCode.ARGUMENT_INVALID, "a process spawned in this box reads nothing")
                    .remedy("put its input into a file of the workspace, and let a shell redirect it")
                    .build();
        }
        CompletableFuture<Void> started =
                interior.spawn(command, box.spec().env().plus(command.env()), planned.marker());
        Uninterrupted.call(() -> await(started.thenApply(done -> true)));
        return planned;
    }

    @Override
    public Set<String> living(BoxRecord box, List<SpawnRecord> spawns) {
        if (spawns.isEmpty()) {
            return Set.of();
        }
        List<String> markers = spawns.stream().map(SpawnRecord::marker).toList();
        return Uninterrupted.call(() -> ifThere(() -> Set.copyOf(await(interior.living(markers))), Set.of()));
    }

    @Override
    public Uninterrupted.Step<List<Survivor>> beginEnd(BoxRecord box, SpawnRecord spawn, Duration grace) {
        CompletableFuture<List<Survivor>> end = interior.end(spawn.marker(), grace);
        return () -> ifThere(() -> await(end), List.of());
    }

    @Override
    public Uninterrupted.Step<List<Survivor>> beginEndOfAll(BoxRecord box, Duration grace) {
        return List::of; // nothing in such a box outlives it
    }

    private interface Answer<T> {
        T get() throws InterruptedException;
    }

    private static <T> T ifThere(Answer<T> answer, T ofGone) throws InterruptedException {
        try {
            return answer.get();
        } catch (TinyboxException e) {
            if (e.code() == ErrorCode.BOX_GONE) {
                return ofGone;
            }
            throw e;
        }
    }

    private static <T> T await(CompletableFuture<T> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw Interior.failure(e);
        }
    }
}
