package ai.tinyhumans.tinybox.supervise;

import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Outcome;
import ai.tinyhumans.tinybox.exec.StdStream;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** How a command ended, told once to all who want to know. Thread-safe. */
final class Verdict {

    private final Journal journal;
    private final Teller teller;
    private final Executor patient;
    private final CompletableFuture<Outcome> future = new CompletableFuture<>();

    /**
     * Makes a verdict that is still out.
     *
     * @param patient runs what may wait for a host, which a host's own thread must not
     */
    Verdict(Journal journal, Teller teller, Executor patient) {
        this.journal = journal;
        this.teller = teller;
        this.patient = patient;
    }

    CompletableFuture<Outcome> future() {
        return future;
    }

    /** Gives what an account comes to: an outcome, or why there is none; that may have to be found out first. */
    boolean give(Account account) {
        Optional<Supplier<TinyboxException>> explanation = account.explanation(() -> journal.collect(StdStream.STDERR));
        if (explanation.isPresent()) {
            patient.execute(() -> fail(explanation.get().get()));
            return true;
        }
        try {
            Outcome outcome = account.outcome();
            journal.conclude(outcome);
            account.limitHit(outcome).ifPresent(teller::limitHit);
            teller.exited(outcome);
            return future.complete(outcome);
        } catch (TinyboxException e) {
            return fail(e);
        }
    }

    private boolean fail(TinyboxException why) {
        journal.fail(why);
        return future.completeExceptionally(why);
    }
}
