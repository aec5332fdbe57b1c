package ai.tinyhumans.tinybox.host.local;

import ai.tinyhumans.tinybox.exec.StdStream;
import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import ai.tinyhumans.tinybox.host.local.syscall.Poller;
import ai.tinyhumans.tinybox.host.local.syscall.Rights;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.spi.Launch;
import ai.tinyhumans.tinybox.spi.LaunchPlan;
import ai.tinyhumans.tinybox.spi.ProcessListener;
import ai.tinyhumans.tinybox.spi.Quota;
import ai.tinyhumans.tinybox.spi.Request;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What starts processes and serves them: the loop, the launcher, the guard. Thread-safe. */
final class Machinery implements AutoCloseable {

    private final Scope scope;
    private final EventLoop loop;
    private final ForkWatch forks;
    private final Launcher launcher;
    private final LastingThread lasting;
    private final int nowhere;
    private final boolean byHandle;

    Machinery(Markers markers, Means means) {
        try (Scope undo = new Scope()) {
            scope = new Scope();
            undo.add(scope::close);
            byHandle = means.handles().getAsBoolean();
            Poller poller = means.poller().get();
            undo.add(poller::close);
            nowhere = scope.add(Fd.open("/dev/null", Fd.O_RDWR));
            forks = new ForkWatch();
            scope.add(forks::close);
            launcher = new Launcher(means.spawner().get());
            scope.add(launcher::close);
            Guard guard = Guard.start(launcher, markers, nowhere);
            scope.add(guard::close);
            lasting = new LastingThread();
            scope.add(lasting::close);
            loop = new EventLoop(poller);
            scope.add(loop::close);
            undo.keep();
        }
    }

    LocalProcess start(Launch launch, ProcessListener listener) {
        return start(launch, listener, () -> {});
    }

    /** Starts a program; {@code onDeath} runs on the loop's thread. */
    LocalProcess start(Launch launch, ProcessListener listener, Runnable onDeath) {
        Optional<Quota.Share> share = launch.plan().quota().map(Quota::take);
        share.ifPresent(listener::startsUnder);
        LaunchPlan plan = placed(launch.plan(), share);
        try (Scope mine = new Scope();
                Scope theirs = new Scope()) {
            Origin origin = origin(plan);
            mine.add(origin::close);
            Streams streams = Streams.open(launch, loop, nowhere, mine, theirs, listener);
            Map<Integer, Integer> given = new HashMap<>();
            given.put(0, streams.stdin());
            given.put(1, streams.stdout());
            given.put(2, streams.stderr());
            plan.request()
                    .ifPresent(request -> given.put(
                            request.descriptor(),
                            theirs.add(Fd.memory(request.content().apply(launch.marker())))));
            Report report = report(plan, mine, given);
            int pid = launcher.launch(plan, launch.marker(), given, origin);
            mine.keep();
            Runnable over = () -> {
                origin.close();
                onDeath.run();
            };
            LocalProcess process =
                    new LocalProcess(loop, forks, listener, pid, launch.marker(), over, streams.pipes(), report);
            process.watch(byHandle);
            return process;
        } catch (SyscallException e) {
            throw LaunchFailure.ofMachine(e);
        }
    }

    private static LaunchPlan placed(LaunchPlan plan, Optional<Quota.Share> share) {
        return share.map(taken -> taken.place(plan)).orElse(plan);
    }

    private static @Nullable Report report(LaunchPlan plan, Scope mine, Map<Integer, Integer> given) {
        if (plan.wrapper().isEmpty()) {
            return null;
        }
        Report report = new Report(plan.wrapper().get());
        mine.add(report::close);
        plan.wrapper().get().reportOn().forEach(fd -> given.put(fd, report.fd()));
        return report;
    }

    private Origin origin(LaunchPlan plan) {
        if (plan.restriction().isPresent()) {
            return RestrictedThread.begin(plan.restriction().get());
        }
        return plan.wrapper().isPresent() ? lasting.origin() : Origin.CALLER;
    }

    /** Has something done in the background, on the thread that wrappers are started from; false if that is ending. */
    boolean soon(Runnable task) {
        return lasting.soon(task);
    }

    /**
     * Starts the program of a plan, under a marker of its own, before anything is asked of it. To be called on the lasting
     * thread.
     *
     * @throws ai.tinyhumans.tinybox.error.TinyboxException {@code launch.*}
     */
    Prepared prepare(LaunchPlan plan, String marker) {
        try (Scope mine = new Scope();
                Scope theirs = new Scope()) {
            Prepared prepared = plan.standby().isPresent()
                    ? prepareStandby(plan.standby().get().plan().get(), marker, mine, theirs)
                    : prepareWrapper(plan, marker, mine, theirs);
            mine.keep();
            return prepared;
        } catch (SyscallException e) {
            throw LaunchFailure.ofMachine(e);
        }
    }

    /** What it has to say before it is asked becomes a part of its report, where a failure of its own is looked for. */
    private Prepared prepareWrapper(LaunchPlan plan, String marker, Scope mine, Scope theirs) {
        Request request = plan.request().orElseThrow();
        Optional<Ground> ground = Ground.of(request.footing());
        Optional<Quota.Share> share = plan.quota().map(Quota::take);
        mine.add(() -> share.ifPresent(Quota.Share::giveBack));
        int[] ends = Rights.pair();
        mine.add(ends[0]);
        theirs.add(ends[1]);
        Map<Integer, Integer> given = new HashMap<>(Map.of(0, nowhere, 1, nowhere));
        given.put(request.descriptor(), ends[1]);
        Report report = new Report(plan.wrapper().orElseThrow());
        mine.add(report::close);
        given.put(2, report.fd());
        plan.wrapper().get().reportOn().forEach(fd -> given.put(fd, report.fd()));
        int pid = launcher.launch(placed(plan, share), marker, given, Origin.CALLER);
        return new PreparedWrapper(plan, ground, share, pid, report, ends[0]);
    }

    private Prepared prepareStandby(LaunchPlan plan, String marker, Scope mine, Scope theirs) {
        int[] stdin = Fd.pipe();
        theirs.add(stdin[0]);
        Fd.setNonBlocking(mine.add(stdin[1]));
        int[] ours = new int[2];
        Map<Integer, Integer> given = new HashMap<>(Map.of(0, stdin[0]));
        for (int i = 0; i < ours.length; i++) {
            int[] ends = Fd.pipe();
            Fd.setNonBlocking(mine.add(ends[0]));
            ours[i] = ends[0];
            given.put(i + 1, theirs.add(ends[1]));
        }
        return new PreparedStandby(
                plan, launcher.launch(plan, marker, given, Origin.CALLER), stdin[1], ours[0], ours[1]);
    }

    /**
     * Has a program that was started before do what a launch asks for. Empty if it is dead or does not answer; then, and if
     * this fails, it is reaped.
     */
    Optional<LocalProcess> start(Prepared prepared, Launch launch, ProcessListener listener, Runnable onDeath) {
        try (Scope undo = new Scope()) {
            undo.add(() -> discard(prepared));
            Optional<LocalProcess.Pipes> pipes = prepared.ask(launch, loop, nowhere, listener);
            if (pipes.isEmpty()) {
                return Optional.empty();
            }
            prepared.share().ifPresent(listener::startsUnder);
            undo.keep();
            LocalProcess process = process(prepared, launch.marker(), pipes.get(), listener, onDeath);
            process.watch(byHandle);
            return Optional.of(process);
        } catch (SyscallException e) {
            throw LaunchFailure.ofMachine(e);
        }
    }

    private LocalProcess process(
            Prepared prepared, String marker, LocalProcess.Pipes pipes, ProcessListener listener, Runnable onDeath) {
        return new LocalProcess(loop, forks, listener, prepared.pid(), marker, onDeath, pipes, prepared.report());
    }

    /** Ends a program that was started before; blocks until it is dead and reaped. */
    void discard(Prepared prepared) {
        LocalProcess.Pipes none = new LocalProcess.Pipes(null, new EnumMap<>(StdStream.class));
        prepared.end(exited -> {
            LocalProcess process = process(prepared, "", none, exited, () -> {});
            process.watch(byHandle);
            return process;
        });
    }

    /** Ends all of it, newest first. */
    @Override
    public void close() {
        scope.close();
    }
}
