package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Sandbox;
import ai.tinyhumans.tinybox.spi.Starter;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.supervise.Interior;
import ai.tinyhumans.tinybox.supervise.OutputMode;
import ai.tinyhumans.tinybox.supervise.Supervised;
import ai.tinyhumans.tinybox.supervise.Terms;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The executions of one handle on a box that are not closed. Thread-safe. */
final class Executions {

    private final Engine engine;
    private final BoxId box;
    private final Host host;
    private final Starter starter;
    private final Sandbox sandbox;
    private final Optional<Interior> interior;
    private final Set<Execution> open = ConcurrentHashMap.newKeySet();

    /** Set before the executions are ended: one that comes too late to be ended with them is not to start. */
    private volatile boolean ending;

    Executions(Engine engine, BoxId box, Host host, Starter starter, Sandbox sandbox, Optional<Interior> interior) {
        this.engine = engine;
        this.box = box;
        this.host = host;
        this.starter = starter;
        this.sandbox = sandbox;
        this.interior = interior;
    }

    /**
     * Prepares a command; returns none if those of the handle are being ended.
     *
     * @throws TinyboxException {@code limit.reached} if too many are open
     */
    Optional<Execution> prepare(BoxRecord record, Command command, OutputMode mode) {
        LaunchPlan plan = engine.jails().plan(host, sandbox, record, command);
        if (open.size() >= Box.MAX_EXECUTIONS) {
            throw TinyboxException.of(
                            ErrorCode.LIMIT_REACHED, "box '" + box + "' has " + Box.MAX_EXECUTIONS + " executions open")
                    .remedy("close those that are over")
                    .build();
        }
        Execution execution = new Execution(
                supervised(record, plan, command, mode),
                command.grace(),
                mode == OutputMode.COLLECTED,
                () -> Admission.started(record, engine.store().get(box)),
                open::remove);
        return add(execution) ? Optional.of(execution) : Optional.empty();
    }

    private Supervised supervised(BoxRecord record, LaunchPlan plan, Command command, OutputMode mode) {
        Terms terms = Terms.of(command, mode);
        return interior.map(inside -> engine.supervisor()
                        .prepare(
                                record,
                                host,
                                starter,
                                plan,
                                terms,
                                inside,
                                command.argv().get(0)))
                .orElseGet(() -> engine.supervisor().prepare(record, host, starter, plan, terms));
    }

    /** Returns false if those of the handle are being ended: then it is not to start. */
    private boolean add(Execution execution) {
        open.add(execution);
        boolean tooLate = ending;
        if (tooLate) {
            open.remove(execution);
        }
        return !tooLate;
    }

    boolean isAnyRunning() {
        return open.stream().anyMatch(execution -> !execution.isOver());
    }

    /** Ends all, and lets no other start from now on. */
    void end() {
        ending = true;
        open.forEach(Execution::cancel); // all at once, so that their graces run side by side
        open.forEach(Execution::close);
    }
}
