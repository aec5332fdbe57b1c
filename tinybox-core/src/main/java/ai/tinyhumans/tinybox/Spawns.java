package ai.tinyhumans.tinybox;

import ai.tinyhumans.tinybox.capability.Capability;
import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.exec.Command;
import ai.tinyhumans.tinybox.exec.Survivor;
import ai.tinyhumans.tinybox.spec.BoxId;
import ai.tinyhumans.tinybox.spec.ProcessId;
import ai.tinyhumans.tinybox.spi.Host;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.Lifetime;
import ai.tinyhumans.tinybox.spi.Sandbox;
import ai.tinyhumans.tinybox.store.BoxRecord;
import ai.tinyhumans.tinybox.store.SpawnRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/** The spawned processes of one box. Their records are in the store, so that any JVM can find and end them. */
final class Spawns {

    /** Spawned processes of one box, alive or not yet stopped. */
    static final int MAX_PROCESSES = 64;

    private static final Duration GRACE = Duration.ofSeconds(2);

    private final Engine engine;
    private final BoxId box;
    private final Host host;
    private final Sandbox sandbox;
    private final Detached detached;

    Spawns(Engine engine, BoxId box, Host host, Sandbox sandbox, Detached detached) {
        this.engine = engine;
        this.box = box;
        this.host = host;
        this.sandbox = sandbox;
        this.detached = detached;
    }

    ProcessId spawn(BoxRecord record, Command command) {
        Admission.require(Capability.DETACH, record.spec().workspace(), sandbox.capabilities(), "spawn in");
        checkDetachable(command);
        LaunchPlan plan = engine.jails().plan(host, sandbox, record, command);
        SpawnRecord planned = new SpawnRecord(
                record.mark(host.newMarker(Lifetime.BOX)),
                command.argv(),
                Optional.empty(),
                Optional.of(engine.clock().now()));
        ProcessId id = enter(planned);
        try {
            note(record, id, detached.start(record, command, plan, planned));
            return id;
        } catch (TinyboxException e) {
            engine.store().update(box, current -> current.withoutProcess(id));
            throw e;
        }
    }

    /** Records that a process started, or ends it: without a record, or in a box whose end has begun, nobody would. */
    private void note(BoxRecord record, ProcessId id, SpawnRecord started) {
        boolean noted = false;
        try {
            noted = engine.store()
                    .update(box, current -> current.isStill(record) ? current.withProcess(id, started) : current)
                    .filter(current -> current.isStill(record))
                    .isPresent();
        } finally {
            if (!noted) {
                requireNone(Uninterrupted.call(detached.beginEnd(record, started, Duration.ZERO)));
            }
        }
        if (!noted) {
            throw Admission.beingDestroyed(box);
        }
    }

    private static void checkDetachable(Command command) {
        if (command.timeout().isPresent()) {
            throw TinyboxException.of(ErrorCode.ARGUMENT_INVALID, "a spawned process has no timeout")
                    .remedy("stop it, or run it with exec")
                    .build();
        }
        boolean selfContained = command.stdin().match(() -> true, b -> true, f -> true, s -> false, () -> false);
        if (!selfContained) {
            throw TinyboxException.of(
                            ErrorCode.ARGUMENT_INVALID,
                            "a spawned process outlives this JVM, which would feed its input")
                    .remedy("give it bytes, a file, or nothing to read")
                    .build();
        }
    }

    /** Records a process before it starts, under the lowest free name. */
    private ProcessId enter(SpawnRecord planned) {
        ProcessId[] chosen = new ProcessId[1];
        engine.change(box, record -> {
            chosen[0] = freeId(record);
            return record.withProcess(chosen[0], planned);
        });
        return chosen[0];
    }

    private ProcessId freeId(BoxRecord record) {
        if (record.closing()) {
            throw Admission.beingDestroyed(box);
        }
        for (int n = 0; n < MAX_PROCESSES; n++) {
            ProcessId id = new ProcessId("proc-" + n);
            if (!record.processes().containsKey(id)) {
                return id;
            }
        }
        throw TinyboxException.of(ErrorCode.LIMIT_REACHED, "box '" + box + "' has " + MAX_PROCESSES + " processes")
                .remedy("stop those that are not needed")
                .build();
    }

    List<BoxProcess> list(BoxRecord record) {
        Set<String> living =
                detached.living(record, List.copyOf(record.processes().values()));
        List<BoxProcess> processes = new ArrayList<>();
        record.processes()
                .forEach((id, spawn) -> processes.add(
                        new BoxProcess(id, spawn.argv(), spawn.startedAt(), living.contains(spawn.marker()))));
        return processes;
    }

    boolean isRunning(BoxRecord record, ProcessId process) {
        return !detached.living(record, List.of(find(record, process))).isEmpty();
    }

    void stop(BoxRecord record, ProcessId process) throws InterruptedException {
        requireNone(detached.beginEnd(record, find(record, process), GRACE).take());
        engine.store().update(box, current -> current.withoutProcess(process));
    }

    /** Ends all of them, their graces side by side, and then whatever else is in the box, whoever started it. */
    void endAll(BoxRecord record) throws InterruptedException {
        SortedMap<ProcessId, SpawnRecord> all = record.processes();
        List<Uninterrupted.Step<List<Survivor>>> ends = new ArrayList<>();
        for (SpawnRecord spawn : all.values()) {
            ends.add(detached.beginEnd(record, spawn, GRACE));
        }
        List<Survivor> survivors = new ArrayList<>();
        for (Uninterrupted.Step<List<Survivor>> end : ends) {
            survivors.addAll(end.take());
        }
        survivors.addAll(detached.beginEndOfAll(record, GRACE).take());
        requireNone(survivors);
    }

    private void requireNone(List<Survivor> survivors) {
        if (!survivors.isEmpty()) {
            throw TinyboxException.of(
                            ErrorCode.CLEANUP_FAILED, "processes of box '" + box + "' could not be ended: " + survivors)
                    .remedy("end them as their user or as root, then try again")
                    .build();
        }
    }

    private SpawnRecord find(BoxRecord record, ProcessId process) {
        SpawnRecord found = record.processes().get(process);
        if (found == null) {
            throw TinyboxException.of(
                            ErrorCode.PROCESS_UNKNOWN, "box '" + box + "' has no spawned process '" + process + "'")
                    .remedy("'tinybox ps " + box + "' lists them")
                    .build();
        }
        return found;
    }
}
