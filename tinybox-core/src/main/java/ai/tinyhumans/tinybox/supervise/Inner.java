package ai.tinyhumans.tinybox.supervise;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Exit;
import ai.tinyhumans.tinybox.exec.Survivor;
import ai.tinyhumans.tinybox.spi.InnerSupervisor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The part of one command that is inside a box the host cannot look into. Thread-safe. */
final class Inner {

    private final Interior interior;
    private final String marker;
    private final String program;
    private @Nullable CompletableFuture<List<Survivor>> end; // guarded by this object

    /** What is known once everything inside is over. */
    record Told(@Nullable Exit exit, List<Survivor> survivors) {}

    Inner(Interior interior, String marker, String program) {
        this.interior = interior;
        this.marker = marker;
        this.program = program;
    }

    /** The program as the caller named it. */
    String program() {
        return program;
    }

    /** Ends what is inside, once; whoever asks later hears the same. The listener hears whether it is known to be over. */
    void end(Duration grace, Consumer<Boolean> listener) {
        var unused = beginEnd(grace).whenComplete((survivors, failure) -> listener.accept(failure == null));
    }

    private synchronized CompletableFuture<List<Survivor>> beginEnd(Duration grace) {
        if (end == null) {
            end = interior.end(marker, grace).exceptionallyCompose(Inner::unlessGone);
        }
        return end;
    }

    /** In a box that is gone nothing is alive. */
    private static CompletableFuture<List<Survivor>> unlessGone(Throwable thrown) {
        TinyboxException failure = Interior.failure(thrown);
        return failure.code() == ErrorCode.BOX_GONE
                ? CompletableFuture.completedFuture(List.of())
                : CompletableFuture.failedFuture(failure);
    }

    private synchronized Optional<CompletableFuture<List<Survivor>>> begunEnd() {
        return Optional.ofNullable(end);
    }

    /**
     * Finds out how the program ended, from how what stood in for it did; or that what is inside was ended, if that was
     * asked for. What ended otherwise than it should leaves nothing alive inside either.
     */
    void settle(Exit standIn, BiConsumer<@Nullable Told, @Nullable Throwable> listener) {
        var unused = told(standIn).whenComplete(listener);
    }

    private CompletableFuture<Told> told(Exit standIn) {
        Optional<CompletableFuture<List<Survivor>>> ended = begunEnd();
        if (ended.isPresent()) {
            return ended.get().thenApply(survivors -> new Told(null, survivors));
        }
        Optional<Exit> own = InnerSupervisor.exit(standIn);
        if (own.isPresent()) {
            return CompletableFuture.completedFuture(new Told(own.get(), List.of()));
        }
        if (InnerSupervisor.isPublished(standIn)) {
            return interior.published(marker).thenApply(exit -> new Told(exit, List.of()));
        }
        return InnerSupervisor.refusal(standIn, program)
                .map(CompletableFuture::<Told>failedFuture)
                .orElseGet(() -> lost(standIn));
    }

    /** The way to the program broke while it ran, or before: nobody knows how it ended or what output is missing. */
    private CompletableFuture<Told> lost(Exit standIn) {
        return interior.end(marker, Duration.ZERO).thenApply(survivors -> {
            throw TinyboxException.of(
                            ErrorCode.EXEC_CONNECTION_LOST,
                            "the connection to '" + program + "' in the box broke (" + standIn + "), and it was ended"
                                    + (survivors.isEmpty() ? "" : " but for " + survivors))
                    .remedy("run it again")
                    .build();
        });
    }
}
