package ai.tinyhumans.tinybox.supervise;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Outcome;
import ai.tinyhumans.tinybox.exec.StdStream;
import java.util.concurrent.CompletableFuture;

/** How a command ended, told once to all who want to know. Thread-safe. */
final class Verdict {

    private final Journal journal;
    private final Teller teller;
    private final CompletableFuture<Outcome> future = new CompletableFuture<>();

    Verdict(Journal journal, Teller teller) {
        this.journal = journal;
        this.teller = teller;
    }

    CompletableFuture<Outcome> future() {
        return future;
    }

    /** Gives what an account comes to: an outcome, or why there is none. Returns false if it was given before. */
    boolean give(Account account) {
        try {
            Outcome outcome = account.outcome(() -> journal.collect(StdStream.STDERR));
            journal.conclude(outcome);
            account.limitHit(outcome).ifPresent(teller::limitHit);
            teller.exited(outcome);
            return future.complete(outcome);
        } catch (TinyboxException e) {
            journal.fail(e);
            return future.completeExceptionally(e);
        }
    }
}
